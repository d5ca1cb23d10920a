// The client: `new Porteira({ publicKey, privateKey, baseUrl })`.
import { Resources } from './generated/resources.ts'
import { type PorteiraOptions, settingsOf } from './http/settings.ts'
import { openTransport } from './http/transport.ts'

/** Printing it shows no key: they are kept where nothing enumerates. */
export class Porteira extends Resources {
  constructor(options: PorteiraOptions) {
    super(openTransport(settingsOf(options)))
  }
}

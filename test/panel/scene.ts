// A gateway with a browser in front of it, and shops: what tests of the panel begin with.
import { type Person, register } from '../access/person.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway, type TestGatewayOptions } from '../gateway.ts'
import { openPanelBrowser, type PanelBrowser } from './browser.ts'

export interface PanelScene extends AsyncDisposable {
  gateway: TestGateway
  browser: PanelBrowser
  /** A person with an account of their own, and its keys. */
  shopOf(name?: string): Promise<Shop>
}

interface Shop {
  person: Person
  seller: Seller
}

export async function openPanelScene(options: TestGatewayOptions = {}): Promise<PanelScene> {
  await using resources = new AsyncDisposableStack()
  const gateway = resources.use(await openTestGateway(options))
  const browser = resources.use(await openPanelBrowser())
  const owned = resources.move()
  return {
    gateway,
    browser,
    async shopOf(name) {
      const person = await register(gateway, name)
      return { person, seller: await sellerOf(gateway, person) }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

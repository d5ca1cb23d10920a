// A logged request as a command, without the private key and without what the log has masked. Pure.
import type { WholeRequest } from '../../api/account/requests.ts'

export interface CurlKeys {
  publicKey: string
  privateKey: string
}

export function curlOf({ method, path, requestBody }: WholeRequest, origin: string, keys: CurlKeys): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`,
    `-H ${quoted(`X-Api-Public-Key: ${keys.publicKey}`)}`,
    `-H ${quoted(`X-Api-Private-Key: ${keys.privateKey}`)}`,
    ...(requestBody === null
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(requestBody, null, 2))}`]),
  ].join(' \\\n  ')
}

/** What a shell takes as it is written. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

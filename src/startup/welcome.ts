// The few lines that greet a person who has started the demo: where everything is, and commands that work when pasted, with
// nothing but a shell and curl. A pure function of the demo sheet.
import type { DemoSheet } from '#demo/seed.ts'
import type { Status } from '#recovery/feature.ts'

export function welcome(sheet: DemoSheet, dataDir: string): string {
  return `
  Porteira is open.

  Gateway        ${sheet.baseUrl}   (its API: /openapi.json)
    seller       ${sheet.seller.email}   ${sheet.seller.password}
    operator     ${sheet.operator.email}   ${sheet.operator.password}
  Payment link   ${sheet.paymentLink}   (buy something; its code is paid at the bank's page)
  Sandbox bank   ${sheet.sandboxUrl}
  Data           ${dataDir} (this sheet: demo.json)

  Try it in another terminal:

${commands(sheet)}

  Ctrl-C stops everything; the data stays.
`
}

/** For a gateway without a demo. `notice` is what its operator should know. */
export function listening(url: string, notice: string | null): string {
  const known = notice === null ? '' : `  ${notice}\n`
  return `\n  Porteira is open at ${url}\n${known}  Ctrl-C stops everything; the data stays.\n`
}

/** Said after the greeting, where nobody overlooks it. Without a demo the operator puts in their own name and password. */
export function recoveryNotice(
  { recovering, paused }: Pick<Status, 'recovering' | 'paused'>,
  url: string,
  operator: { email: string; password: string } | null,
): string {
  const person = operator ?? { email: 'YOUR EMAIL', password: 'YOUR PASSWORD' }
  return `
  ${LINE}
  IN RECOVERY: nothing is paid out, and nobody is told anything, before a person says so.
  ${LINE}

  Why       ${recovering?.reason}
  Waiting   ${paused.cashouts} cashouts, ${paused.refunds} refunds, ${paused.deliveries} notifications (and whatever is asked for from now on)
  Reading   what the PSPs know of ${recovering?.from.toISOString()} and later, to book what this database does not know

  Make sure that no other Porteira is at work for this installation: two would pay twice. When every list is "done",
  resume, as the operator:

JSON='Content-Type: application/json'
JAR=$(mktemp)
curl -s -c "$JAR" -H "$JSON" -H 'Origin: ${url}' ${url}/api/auth/sign-in/email -d '${JSON.stringify(person)}'; echo
curl -s -b "$JAR" ${url}/api/admin/recovery; echo
curl -s -b "$JAR" -H "$JSON" -H 'Origin: ${url}' ${url}/api/admin/recovery/resume -d '{"reason":"WHAT YOU HAVE FOUND"}'; echo
`
}

const LINE = '='.repeat(88)

const SALE = JSON.stringify({
  amount: 15_000,
  paymentMethod: 'PIX',
  customer: { name: 'Maria Silva' },
  items: [{ title: 'Camiseta', unitPrice: 15_000, quantity: 1, tangible: false }],
})
const CASHOUT = JSON.stringify({ amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' })

// Flush left, so that they can be pasted whole.
function commands({ baseUrl, sandboxUrl, publicKey, privateKey }: DemoSheet): string {
  return `PK='X-Api-Public-Key: ${publicKey}'
SK='X-Api-Private-Key: ${privateKey}'
JSON='Content-Type: application/json'
field() { grep -o "\\"$1\\":\\"[^\\"]*" | head -n 1 | cut -d '"' -f 4; }

# the balance, in cents
curl -s ${baseUrl}/api/public/balance -H "$PK" -H "$SK"; echo

# a sale of R$ 150.00, paid by its buyer at the sandbox bank, looked up
SALE=$(curl -s ${baseUrl}/api/transactions -H "$PK" -H "$SK" -H "$JSON" -d '${SALE}'); echo "$SALE"
curl -s ${sandboxUrl}/sandbox/pay -H "$JSON" -d "{\\"pixCopiaECola\\":\\"$(echo "$SALE" | field pixKey)\\"}"; echo
sleep 2; curl -s ${baseUrl}/api/transactions/$(echo "$SALE" | field uuid) -H "$PK" -H "$SK"; echo

# a cashout of R$ 100.00, looked up
CASHOUT=$(curl -s ${baseUrl}/api/public/cashout -H "$PK" -H "$SK" -H "$JSON" -d '${CASHOUT}'); echo "$CASHOUT"
sleep 2; curl -s ${baseUrl}/api/public/cashout/$(echo "$CASHOUT" | field uuid) -H "$PK" -H "$SK"; echo`
}

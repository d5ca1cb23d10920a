// The test bank of a gateway with test mode, and the settings by which the other sandbox bank is its real PSP.
import { type OpenBank, openBank } from '../../sandbox/bank.ts'

export async function testBankOf(resources: AsyncDisposableStack, clock: () => Date): Promise<OpenBank> {
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0, clock })
  resources.defer(() => bank.close())
  return bank
}

/** The sandbox bank as a PSP like any other. */
export const liveAt = (bankUrl: string) => ({
  PSP: 'efi',
  PSP_BASE_URL: bankUrl,
  PSP_PIX_KEY: '5f84a4c5-c5cb-4599-8f13-7eb4d419dacc',
  PSP_CLIENT_ID: 'porteira',
  PSP_CLIENT_SECRET: 'sandbox-secret',
})

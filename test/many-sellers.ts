// Sellers by the dozen, a few at a time: more would wait for a connection in vain where the machine is busy.
import pLimit from 'p-limit'
import type { Seller, TestGateway } from './gateway.ts'

const AT_ONCE = 3

export function manySellers(
  gateway: Pick<TestGateway, 'seller'>,
  count: number,
  options?: Parameters<TestGateway['seller']>[0],
): Promise<Seller[]> {
  const few = pLimit(AT_ONCE)
  return Promise.all(Array.from({ length: count }, () => few(() => gateway.seller(options))))
}

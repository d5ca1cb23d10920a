// Who may pay with play money: whoever sells, and whoever builds what sells.
import type { Role } from '#http/route.ts'

export const PLAYERS: Role[] = ['OWNER', 'FINANCE', 'DEVELOPER']

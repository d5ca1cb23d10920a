// What an account may cash out in a day and in a night, by the verb itself under a clock that is set to the millisecond.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Cashout } from '#cashout/cashout.ts'
import { type Requested, requestCashouts } from '#cashout/request/request.ts'
import { centavos } from '#kernel/money.ts'
import { ASK_IN_WORDS, type Limited, openLimited, RULES } from './limited-account.ts'
import { paid, type Stage } from './played-psp.ts'

let limited: Limited
let stage: Stage
before(async () => {
  limited = await openLimited()
  stage = limited.stage
})
afterEach(() => limited.clear())
after(() => limited[Symbol.asyncDispose]())

const limit: Limited['limit'] = own => limited.limit(own)
const askAt: Limited['requestAt'] = (...asked) => limited.requestAt(...asked)
const nextDay: Limited['nextDay'] = () => limited.nextDay()
/** true for what was taken. */
const messageAt = async (moment: Date, ...amounts: number[]) =>
  (await askAt(moment, ...amounts)).map(one => (typeof one === 'string' ? one : true))

const ofDay = (limit: string, used: string, left: string) =>
  `MAXIMUM_VALUE amount: the limit of a day is ${limit}, of which ${used} is used and ${left} is left`
const ofNight = (limit: string, used: string, left: string) =>
  `MAXIMUM_VALUE amount: the limit of a night (20:00 to 06:00) is ${limit}, of which ${used} is used and ${left} is left`

describe('the limit of a day', () => {
  it('is used up to the last centavo, and reported with what is used and what is left', async () => {
    const at = nextDay()
    await limit({ day: 10_00 })
    assert.deepEqual(await messageAt(at('12:00:00'), 7_00), [true])
    assert.deepEqual(await messageAt(at('12:00:01'), 3_01), [ofDay('10.00', '7.00', '3.00')])
    assert.deepEqual(await messageAt(at('12:00:01'), 3_00), [true])
    assert.deepEqual(await messageAt(at('23:59:59'), 1), [ofDay('10.00', '10.00', '0.00')])
  })

  it('counts the requests of one batch in their order, without those that are refused', async () => {
    const at = nextDay()
    await limit({ day: 10_00 })
    const outcomes = await messageAt(at('12:00:00'), 6_00, 5_00, 4_00, 1, 11_00)
    const [used, full] = [ofDay('10.00', '6.00', '4.00'), ofDay('10.00', '10.00', '0.00')]
    assert.deepEqual(outcomes, [true, used, true, full, full])
  })

  it('begins anew at midnight in São Paulo, to the millisecond', async () => {
    const at = nextDay()
    await limit({ day: 10_00 })
    assert.deepEqual(await messageAt(at('00:00:00.000'), 10_00), [true])
    assert.deepEqual(await messageAt(at('23:59:59.999'), 1), [ofDay('10.00', '10.00', '0.00')])
    assert.deepEqual(await messageAt(at('00:00:00.000', 1), 10_00), [true])
    assert.deepEqual(await messageAt(at('00:00:00.000', 1), 1), [ofDay('10.00', '10.00', '0.00')])
  })

  it('counts for each day what was requested in it, whichever way the clock is moved', async () => {
    const at = nextDay()
    await limit({ day: 10_00 })
    assert.deepEqual(await messageAt(at('00:00:01', 1), 8_00), [true])
    assert.deepEqual(await messageAt(at('23:59:59'), 8_00), [true])
    assert.deepEqual(await messageAt(at('23:59:59'), 3_00), [ofDay('10.00', '8.00', '2.00')])
    assert.deepEqual(await messageAt(at('00:00:02', 1), 3_00, 2_00), [ofDay('10.00', '8.00', '2.00'), true])
  })

  it('counts what is requested, sent and settled, and not what was refused or cancelled', async () => {
    const at = nextDay()
    await limit({ day: 10_00 })
    const full = ofDay('10.00', '10.00', '0.00')
    const all = (await askAt(at('12:00:00'), 2_00, 2_00, 2_00, 2_00, 2_00)) as Cashout[]
    const [settled, sent, refused, cancelled] = all as [Cashout, Cashout, Cashout, Cashout]
    await limited.end(settled, 'settled')
    await limited.end(sent, 'submitted')
    assert.deepEqual(await messageAt(at('12:01:00'), 1), [full])
    await limited.end(refused, 'refused')
    assert.deepEqual(await messageAt(at('12:02:00'), 2_00, 1), [true, full])
    await limited.end(cancelled, 'cancelled')
    assert.deepEqual(await messageAt(at('12:03:00'), 2_00, 1), [true, full])
    stage.psp.find = { kind: 'done', value: paid(await stage.again(sent)) }
    await stage.lookUp(await stage.again(sent))
    assert.deepEqual(await messageAt(at('12:04:00'), 1), [full])
  })

  it('that is lowered below what is used leaves nothing, and never less', async () => {
    const at = nextDay()
    await limit({ day: 10_00 })
    assert.deepEqual(await messageAt(at('12:00:00'), 10_00), [true])
    await limit({ day: 4_00 })
    assert.deepEqual(await messageAt(at('12:00:01'), 1), [ofDay('4.00', '10.00', '0.00')])
  })

  it('of nothing allows nothing', async () => {
    const at = nextDay()
    await limit({ day: 0 })
    assert.deepEqual(await messageAt(at('12:00:00'), 1), [ofDay('0.00', '0.00', '0.00')])
  })

  it('is checked after the maximum of a single cashout, and before the balance', async () => {
    const at = nextDay()
    await limit({ day: 50_00, max: 100_00 })
    const [max, above] = await messageAt(at('12:00:00'), 100_01, 99_00)
    assert.equal(max, 'MAXIMUM_VALUE amount: the maximum is 100.00')
    assert.equal(above, ofDay('50.00', '0.00', '50.00'))
    await limit({ day: 50_000_00, max: 1_000_000_00 })
    assert.match(String((await messageAt(at('12:00:00'), 40_000_00))[0]), /^INSUFFICIENT_BALANCE /)
    assert.equal((await messageAt(at('12:00:00'), 50_000_01))[0], ofDay('50000.00', '0.00', '50000.00'))
  })
})

describe('the limit of a night', () => {
  it('holds from 20:00 to 06:00, to the millisecond', async () => {
    const at = nextDay()
    await limit({ night: 5_00 })
    assert.deepEqual(await messageAt(at('19:59:59.999'), 100_00), [true])
    assert.deepEqual(await messageAt(at('20:00:00.000'), 5_01, 5_00), [ofNight('5.00', '0.00', '5.00'), true])
    assert.deepEqual(await messageAt(at('05:59:59.999', 1), 1), [ofNight('5.00', '5.00', '0.00')])
    assert.deepEqual(await messageAt(at('06:00:00.000', 1), 100_00), [true])
  })

  it('is of one night before midnight and after it, and of another one the next evening', async () => {
    const at = nextDay()
    await limit({ night: 5_00 })
    assert.deepEqual(await messageAt(at('23:59:59.999'), 3_00), [true])
    assert.deepEqual(await messageAt(at('00:00:00.000', 1), 3_00, 2_00), [ofNight('5.00', '3.00', '2.00'), true])
    assert.deepEqual(await messageAt(at('20:00:00.000', 1), 5_00), [true])
  })

  it('counts nothing of the day, and holds as well as its limit, which is reported first', async () => {
    const at = nextDay()
    await limit({ day: 10_00, night: 5_00 })
    assert.deepEqual(await messageAt(at('19:00:00'), 6_00), [true])
    assert.deepEqual(await messageAt(at('21:00:00'), 6_00), [ofDay('10.00', '6.00', '4.00')])
    assert.deepEqual(await messageAt(at('21:00:00'), 4_00), [true])
    assert.deepEqual(await messageAt(at('01:00:00', 1), 2_00, 1_00), [ofNight('5.00', '4.00', '1.00'), true])
    assert.deepEqual(await messageAt(at('07:00:00', 1), 9_00, 1), [true, ofDay('10.00', '10.00', '0.00')])
  })
})

it('an account without such a limit is not checked for what it has spent', async () => {
  const at = nextDay()
  const { accountId } = limited
  const seen: string[] = []
  const spying = (db: Stage['db']): Stage['db'] => ({
    ...db,
    transaction: work =>
      db.transaction(tx =>
        work({
          ...tx,
          query: statement => {
            seen.push(statement.text)
            return tx.query(statement)
          },
        }),
      ),
  })
  const count = async (own: Parameters<typeof limit>[0], moment: Date) => {
    await limit(own)
    seen.length = 0
    const deps = { ...stage.deps, ...RULES, clock: () => moment, db: spying(stage.db) }
    const [requested] = await requestCashouts(deps, [{ ...ASK_IN_WORDS, accountId, amount: centavos(1_00) }])
    limited.alive.push((requested as Requested).cashout)
    return seen.filter(text => text.includes('sum(amount_centavos)')).length
  }
  assert.deepEqual([await count({}, at('12:00:00')), await count({ day: 10_00 }, at('12:00:01'))], [0, 1])
  assert.deepEqual(
    [await count({ night: 10_00 }, at('12:00:02')), await count({ night: 10_00 }, at('20:00:00'))],
    [0, 1],
  )
})

// Where support views are opened, used and ended. The account sees each: that it was opened and why, what was read, and that it
// has ended. What is read is recorded before it is shown.
import type { ViewedBy } from '#access/guards/support-guard.ts'
import { type Actor, operator, record } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import {
  countRead,
  endOver,
  endView,
  findOpenView,
  findView,
  insertRead,
  insertView,
  isMemberOf,
  isRecorded,
  listViews,
  lockOpenView,
  type ViewQuestion,
} from './store.ts'
import { MAX_READ, pathRead, type SupportView, VIEW_MS } from './support-view.ts'
import { supportViewForm } from './wire.ts'

/** The person who is signed in, by this session. */
export interface Viewer {
  id: string
  sessionId: string
}

export interface SupportViews {
  /** The view that is open in this session; null: none. */
  openIn(viewer: Viewer): Promise<SupportView | null>
  /** The same, for a caller who asks for something of the account. */
  viewed: ViewedBy
  open(request: { accountId: number; viewer: Viewer; reason: string; actor: Actor }): Promise<SupportView | Failure>
  end(id: bigint, actor: Actor): Promise<SupportView | Failure>
  list(question: ViewQuestion): Promise<SupportView[]>
  /** As operators read it. */
  form: typeof supportViewForm
}

export function openSupport({ db, clock }: { db: Database; clock: Clock }): SupportViews {
  const find = ({ id: openedBy, sessionId }: Viewer) => findOpenView(db, { sessionId, openedBy }, clock())

  /** One entry for each thing, however often it is looked at. Those that come at once go one behind the other. */
  async function recordRead(view: SupportView, path: string, actor: Actor): Promise<void> {
    if (await isRecorded(db, view, path)) return
    const { accountId, reason } = view
    await db.transaction(async tx => {
      const now = clock()
      if (!(await lockOpenView(tx, view, now))) throw new Failure('FORBIDDEN', OVER)
      if (await isRecorded(tx, view, path)) return
      if ((await countRead(tx, view)) >= MAX_READ) throw new Failure('FORBIDDEN', ENOUGH)
      await insertRead(tx, view, path, now)
      const detail = { view: view.id.toString(), reason }
      const what = { accountId, action: 'support-view.read', subject: 'path', subjectId: path }
      await record(tx, [{ ...what, actor, reason, detail }], now)
    })
  }

  return {
    openIn: find,
    async viewed(viewer, request) {
      const view = await find(viewer)
      if (view === null) return null
      const { id: viewId, accountId } = view
      const actor = operator({ id: viewer.id, address: request.ip })
      return { viewId, accountId, recordRead: () => recordRead(view, pathRead(request), actor) }
    },
    open: ({ accountId, viewer, reason, actor }) =>
      db.transaction(async tx => {
        const now = clock()
        const expiresAt = new Date(now.getTime() + VIEW_MS)
        if (await isMemberOf(tx, accountId, viewer.id)) return new Failure('CONFLICT', OF_ONES_OWN)
        await endOver(tx, viewer.sessionId, now)
        const { id: openedBy, sessionId } = viewer
        const id = await insertView(tx, { accountId, openedBy, sessionId, reason, openedAt: now, expiresAt })
        if (id === null) return new Failure('CONFLICT', ONE_AT_A_TIME)
        const detail = { reason, expiresAt: expiresAt.toISOString() }
        const what = { accountId, action: 'support-view.opened', subject: 'support-view', subjectId: id }
        await record(tx, [{ ...what, actor, reason, detail }], now)
        return (await findView(tx, id, now)) as SupportView
      }),
    end: (id, actor) =>
      db.transaction(async tx => {
        const now = clock()
        const isEnded = await endView(tx, id, actor.id, now)
        const view = await findView(tx, id, now)
        if (view === null) return notFound('support view')
        if (!isEnded) return view
        const { accountId, reason } = view
        const what = { accountId, action: 'support-view.ended', subject: 'support-view', subjectId: id }
        await record(tx, [{ ...what, actor, detail: { reason } }], now)
        return view
      }),
    list: question => listViews(db, question, clock()),
    form: supportViewForm,
  }
}

const ENOUGH = `This view has shown ${MAX_READ} different things: end it and open another one`
const OVER = 'This view is over'
const OF_ONES_OWN = 'This person belongs to the account: whoever works there reads it without a support view'
const ONE_AT_A_TIME = 'A support view is open in this session: end it first'

// Where alerts go besides the panel, and the dead man's switch.
import type { Static } from 'typebox'
import type { SwitchSchema } from '#alert-channel/switch/wire.ts'
import type {
  ChannelChangeBody,
  ChannelSchema,
  NewChannelBody,
  NewChannelSchema,
  TestedSchema,
} from '#alert-channel/wire.ts'
import { type Action, inPath, useOperatorItem, useOperatorPage } from './operator.ts'

const CHANNELS = '/api/admin/alert-channels'
const SWITCH = '/api/admin/dead-mans-switch'

export type Channel = Static<typeof ChannelSchema>
export type NewChannel = Static<typeof NewChannelSchema>
export type ChannelChange = Static<typeof ChannelChangeBody> & { name: string }
export type Tested = Static<typeof TestedSchema>

export const useChannels = (refetchMs?: number) => useOperatorPage<Channel>(CHANNELS, {}, refetchMs)
export const addChannel = (body: Static<typeof NewChannelBody>): Action => ({ method: 'POST', path: CHANNELS, body })
export const changeChannel = (id: string, body: ChannelChange): Action => ({
  method: 'PATCH',
  path: `${CHANNELS}/${inPath(id)}`,
  body,
})
export const removeChannel = (id: string): Action => ({ method: 'DELETE', path: `${CHANNELS}/${inPath(id)}` })
export const testChannel = (id: string): Action => ({ method: 'POST', path: `${CHANNELS}/${inPath(id)}/test` })
export const rotateChannelSecret = (id: string): Action => ({
  method: 'POST',
  path: `${CHANNELS}/${inPath(id)}/rotate-secret`,
})
export const activateChannelSecret = (id: string): Action => ({
  method: 'POST',
  path: `${CHANNELS}/${inPath(id)}/activate-secret`,
})

export type Switch = Static<typeof SwitchSchema>
export const useSwitch = (refetchMs?: number) => useOperatorItem<Switch>(SWITCH, { refetchMs })
export const setSwitch = (body: { url: string; method: 'GET' | 'POST'; everySeconds: number }): Action => ({
  method: 'PUT',
  path: SWITCH,
  body,
})
export const removeSwitch = (): Action => ({ method: 'DELETE', path: SWITCH })

// The operator's routes of the channels of alerts. What would silence the gateway takes a step-up.
import { Type } from 'typebox'
import type { RecorderOf } from '#http/audited-action.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { NO_CONTENT } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { Failure, type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import type { Channel } from './channel.ts'
import type { AlertChannels } from './feature.ts'
import {
  ChannelChangeBody,
  ChannelSchema,
  channelForm,
  NewChannelBody,
  NewChannelSchema,
  TestedSchema,
} from './wire.ts'

const PATH = '/api/admin/alert-channels'
const tags = ['Operator']
const params = Type.Object({ id: Type.String() })

export function channelRoutes(server: Server, deps: { channels: AlertChannels; recorderOf: RecorderOf }): void {
  readingRoutes(server, deps)
  changingRoutes(server, deps)
  testRoute(server, deps)
  secretRoutes(server, deps)
}

function readingRoutes(server: Server, { channels }: { channels: AlertChannels }): void {
  server.get(
    PATH,
    {
      config: rules(),
      schema: {
        summary: 'Where alerts go besides the panel, and how each stands',
        tags,
        response: { 200: Type.Object({ data: Type.Array(ChannelSchema), nextCursor: Type.Null() }) },
      },
    },
    async () => ({
      data: (await channels.list()).map(one => formOf(channels, one)),
      nextCursor: null,
    }),
  )
  server.get(
    `${PATH}/:id`,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: 'One channel of alerts', tags, params, response: { 200: ChannelSchema } },
    },
    async request => {
      const channel = await channels.find(channelIn(request.params.id))
      if (channel === null) throw notFound('channel')
      return formOf(channels, channel)
    },
  )
}

function changingRoutes(
  server: Server,
  { channels, recorderOf }: { channels: AlertChannels; recorderOf: RecorderOf },
): void {
  server.post(
    PATH,
    {
      config: critical(rules('INVALID_DATA', 'CONFLICT')),
      schema: {
        summary: 'A further channel of alerts',
        tags,
        body: NewChannelBody,
        response: { 201: NewChannelSchema },
      },
    },
    async (request, reply) => {
      const { channel, secret } = orThrow(await channels.add(request.body, recorderOf(request)))
      request.log.info({ by: request.caller, channel: String(channel.id), kind: channel.kind }, 'a channel was added')
      reply.code(201).header('cache-control', 'no-store')
      return { ...formOf(channels, channel), secret }
    },
  )
  server.patch(
    `${PATH}/:id`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND')),
      schema: {
        summary: 'Change a channel of alerts; switched off, it forgets what it is owed',
        tags,
        params,
        body: ChannelChangeBody,
        response: { 200: ChannelSchema },
      },
    },
    async request => {
      const id = channelIn(request.params.id)
      const channel = orThrow(await channels.change(id, request.body, recorderOf(request)))
      request.log.info({ by: request.caller, channel: String(id) }, 'a channel was changed')
      return formOf(channels, channel)
    },
  )
  server.delete(
    `${PATH}/:id`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND')),
      schema: { summary: 'Remove a channel of alerts', tags, params, response: NO_CONTENT },
    },
    async (request, reply) => {
      const id = channelIn(request.params.id)
      const refusal = await channels.remove(id, recorderOf(request))
      if (refusal instanceof Failure) throw refusal
      request.log.info({ by: request.caller, channel: String(id) }, 'a channel was removed')
      return reply.code(204).send()
    },
  )
}

function testRoute(
  server: Server,
  { channels, recorderOf }: { channels: AlertChannels; recorderOf: RecorderOf },
): void {
  server.post(
    `${PATH}/:id/test`,
    {
      config: rules('RATE_LIMITED', 'INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Send a marked test by this channel, and see what the receiver says',
        tags,
        params,
        response: { 200: TestedSchema },
      },
    },
    async request => {
      const id = channelIn(request.params.id)
      const { error, status, answer, durationMs } = orThrow(await channels.test(id, recorderOf(request)))
      request.log.info({ by: request.caller, channel: String(id), error }, 'a channel was tested')
      return { delivered: error === null, status, answer, error, durationMs }
    },
  )
}

function secretRoutes(
  server: Server,
  { channels, recorderOf }: { channels: AlertChannels; recorderOf: RecorderOf },
): void {
  server.post(
    `${PATH}/:id/rotate-secret`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'A new secret of a webhook, shown this once; it signs beside the old one for 24 hours, and then alone',
        tags,
        params,
        response: { 200: NewChannelSchema },
      },
    },
    async (request, reply) => {
      const id = channelIn(request.params.id)
      const { channel, secret } = orThrow(await channels.rotateSecret(id, recorderOf(request)))
      request.log.info({ by: request.caller, channel: String(id) }, 'the secret of a channel was rotated')
      reply.header('cache-control', 'no-store')
      return { ...formOf(channels, channel), secret }
    },
  )
  server.post(
    `${PATH}/:id/activate-secret`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'Sign with the new secret alone from now on',
        tags,
        params,
        response: { 200: ChannelSchema },
      },
    },
    async request => {
      const id = channelIn(request.params.id)
      const channel = orThrow(await channels.activateSecret(id, recorderOf(request)))
      request.log.info({ by: request.caller, channel: String(id) }, 'the new secret of a channel was activated')
      return formOf(channels, channel)
    },
  )
}

const formOf = ({ sendsMail, clock }: AlertChannels, channel: Channel) => channelForm(channel, sendsMail, clock())

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const MAX_ID = 2n ** 53n - 1n
const channelIn = (text: string) => numberIn(text, 'channel', MAX_ID)

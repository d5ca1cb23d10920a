// The settings of the embedded server, given on its command line so that no file in the cluster can contradict them.
import { join } from 'node:path'
import type { Home } from './home.ts'

export function settingsOf(home: Home, durable: boolean): Record<string, string> {
  return { ...REACH, ...placesOf(home), ...WORK, ...LOGGING, ...(durable ? {} : FAST_AND_LOSE) }
}

// A Unix socket and nothing else: no port that another program or machine could try.
const REACH = { listen_addresses: '', port: '5432', unix_socket_permissions: '0700', max_connections: '100' }

function placesOf(home: Home): Record<string, string> {
  return {
    unix_socket_directories: home.socketFolder,
    hba_file: join(home.folder, 'hba.conf'),
    ident_file: join(home.folder, 'ident.conf'),
  }
}

const WORK = {
  cluster_name: 'porteira',
  shared_buffers: '128MB',
  // Of every process that there may be this many requests to read are kept ready; the usual 64 take six megabytes.
  io_max_concurrency: '16',
  shared_preload_libraries: 'pg_stat_statements',
  synchronous_commit: 'on',
  timezone: 'UTC',
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
  // Whoever receives the log for point in time, and stays away, must not fill the disk of the gateway.
  max_slot_wal_keep_size: '8GB',
}

// Statements and details would put customers' names and secrets into the log.
const LOGGING = {
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

// For tests only: a power cut may lose the whole cluster. Many gateways share the server.
const FAST_AND_LOSE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '400' }

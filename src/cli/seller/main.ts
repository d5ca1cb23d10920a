#!/usr/bin/env node
// The seller's commands alone, as the package that the gateway serves has them: there is no installation that an operator's could work on.
import { runSeller } from './run.ts'

process.exit(await runSeller(process.argv.slice(2), process.env))

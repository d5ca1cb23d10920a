// Runs npm for the scripts beside it, and shows a person that it is at work. Plain JavaScript without dependencies, for any Node from 18 up.
import { spawn } from 'node:child_process'
import { basename } from 'node:path'

/** Something that a person can mend; its message is all that is shown. */
export class Problem extends Error {}

// No package needs its install script here, and none gets to run one.
const QUIET = ['--loglevel=error', '--no-progress', '--no-audit', '--no-fund', '--prefer-offline', '--bin-links']
const FLAGS = ['--include=optional', '--ignore-scripts', ...QUIET]

/** Runs the npm that started us with the Node that it runs on: the one in `modules` is about to be replaced. Answers its exit code. */
export async function runNpm(root, modules, args, sentence) {
  const { npm_node_execpath: node, npm_execpath: npm } = process.env
  const ownNpm = node && npm && basename(npm) === 'npm-cli.js' && !node.startsWith(modules)
  const [program, first] = ownNpm ? [node, [npm]] : ['npm', []]
  const child = spawn(program, [...first, ...args, ...FLAGS], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const interrupted = endOnSignal(child)
  const done = showProgress(sentence)
  const code = await new Promise(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('close', resolve)
  })
  done(code === 0)
  if (interrupted()) throw new Problem('The install was interrupted. Start again to finish it.')
  return code
}

/** Ends npm soon and then us, whoever is asked: left alone, npm would finish the install before it obeys a Ctrl-C. */
function endOnSignal(child) {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (!asked) setTimeout(() => child.kill('SIGKILL'), 500)
      asked = true
    })
  return () => asked
}

/** On a terminal one line that counts the seconds, elsewhere a line now and then. */
function showProgress(sentence) {
  const began = Date.now()
  const { isTTY } = process.stdout
  const seconds = () => Math.round((Date.now() - began) / 1000)
  process.stdout.write(isTTY ? `  ${sentence} ...` : `  ${sentence} ...\n`)
  const tick = () => process.stdout.write(isTTY ? `\r  ${sentence} ... ${seconds()} s` : `  ... ${seconds()} s\n`)
  const timer = setInterval(tick, isTTY ? 1000 : 5000)
  return whole => {
    clearInterval(timer)
    const end = whole ? `Done in ${seconds()} s.` : `It stopped after ${seconds()} s.`
    process.stdout.write(isTTY ? `\r  ${sentence} ... ${end}\n` : `  ${end}\n`)
  }
}

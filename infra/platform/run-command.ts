/** Common behaviour of all commands: `--help`, wrong arguments and errors. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The command prints the message together with its usage. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>
type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>

export type Command<O extends Options> = {
  usage: string
  options?: O
  /** Upper bound of positional arguments. Default: 0. */
  words?: number
  run: (values: Given<O>['values'], words: string[]) => Promise<void>
}

/** Sets the exit code to 2 for wrong arguments and to 1 if the command throws. Otherwise the command chooses it. */
export const runCommand = async <O extends Options>(command: Command<O>): Promise<void> => {
  const given = process.argv.slice(2)
  try {
    if (given[0] === '--help' || given[0] === '-h') return console.log(command.usage)
    const { values, positionals } = parse(given, command)
    await command.run(values, positionals)
  } catch (error) {
    console.error(sentencesOf(error, command.usage))
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

const parse = <O extends Options>(args: string[], { options, words = 0 }: Command<O>): Given<O> => {
  try {
    const given = parseArgs({ args, options: options ?? ({} as O), allowPositionals: true })
    const spare = given.positionals[words]
    if (spare !== undefined) throw new UsageError(`What is "${spare}"?`)
    return given
  } catch (error) {
    if (!isOfOptions(error)) throw error
    // Drop the second sentence of Node's message. It explains arguments with a leading dash, which no command accepts.
    throw new UsageError(`${error.message.split('. ', 1)[0]?.replace(/\.$/, '')}.`)
  }
}

const isOfOptions = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

const sentencesOf = (error: unknown, usage: string): unknown => {
  if (!(error instanceof Error)) return error
  return error instanceof UsageError ? [error.message, usage].filter(Boolean).join('\n\n') : error.message
}

const SAY_EVERY_MS = 1_000

/** Prints at most one line a second, and always the last line. */
export const openProgress = () => {
  let saidAt = Number.NEGATIVE_INFINITY
  return (line: string, isLast = false): void => {
    if (performance.now() - saidAt < SAY_EVERY_MS && !isLast) return
    saidAt = performance.now()
    console.log(line)
  }
}

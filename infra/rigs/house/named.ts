/** Links, files and npm scripts that a text names but the project does not have. */
import { basename, dirname, join, matchesGlob, normalize } from 'node:path'
import { isForm } from '../testing/run/forms.ts'
import { filesOf, read } from './imports.ts'

const ROOMS = ['frontend', 'ingest', 'projector', 'api', 'infra']
const ENDINGS = 'tsx?|sql|md|ya?ml|conf|xml|css'
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g
const IN_BACKTICKS = /`([^`\n]+)`/g
/** A path from the root, in any text. */
const FROM_ROOT = new RegExp(
  `(?<![\\w/.@-])(?:${ROOMS.join('|')})/[\\w./@-]+\\.(?:${ENDINGS}|json|html)\\b`,
  'g',
)
const COMMENT = /^\s*(?:\/\/|\/?\*\*?|--|#|<!--)\s(.*)|\s\/\/\s(.*)/
const FILE_NAME = new RegExp(`(?<![\\w/@])[\\w@-]+(?:[./][\\w@-]+)*\\.(?:${ENDINGS})\\b`, 'g')

const files = filesOf()
const all = [...files, ...new Set(files.flatMap(foldersOf))]

function foldersOf(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

const matches = (path: string): boolean => {
  const name = normalize(path).replace(/\/$/, '')
  return /[*{]/.test(name) ? all.some(one => matchesGlob(one, name)) : all.includes(name)
}

/** The path may start at the root or at the naming file's folder. */
const isThere = (path: string, file: string): boolean => matches(path) || matches(join(dirname(file), path))

const isPath = (word: string): boolean =>
  ROOMS.some(room => word.startsWith(`${room}/`)) ||
  (new RegExp(`\\.(?:${ENDINGS})$`).test(word) && /^[\w.*{},/-]+$/.test(word))

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(match => match[1] ?? match[0])

/** Missing names in a page's links and backticks. */
export const lostInPage = (page: string, text = read(page)): string[] => [
  ...found(text, LINK).filter(link => !matches(join(dirname(page), link))),
  ...found(text, IN_BACKTICKS)
    .flatMap(code => code.split(/\s+/))
    .filter(word => isPath(word) && !isThere(word, page) && !isNameOfFile(word)),
]

const isNameOfFile = (word: string): boolean =>
  !word.includes('/') && files.some(file => basename(file) === word)

/** Missing files that a comment names. The end of a path is enough to match. */
export const lostInComments = (file: string, text = read(file)): string[] =>
  text
    .split('\n')
    .flatMap(line => COMMENT.exec(line)?.slice(1).join('') ?? [])
    .flatMap(comment => found(comment, FILE_NAME))
    .filter(name => !isThere(name, file) && !files.some(one => one.endsWith(`/${name}`)))

export const lostFromRoot = (file: string, text = read(file)): string[] =>
  found(text, FROM_ROOT).filter(path => !matches(path))

const scriptsOf = (workspace: string): string[] =>
  Object.keys(JSON.parse(read(join(workspace, 'package.json'))).scripts)

/** Missing npm scripts of the root's package, or of the workspace after `-w`. */
export const lostScripts = (text: string): string[] =>
  [...text.matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)(?: -w (\w+))?/g)]
    .filter(([, script = '', workspace = '.']) => !scriptsOf(workspace).includes(script))
    .map(([whole]) => whole)

/** Unknown forms: the first flag after `npm test --`. A word with a dot or an equals sign is a vitest option. */
export const lostForms = (text: string): string[] =>
  [...text.matchAll(/\bnpm test -- (--[a-z-]+)(?![\w.=-])/g)]
    .map(([, flag = '']) => flag)
    .filter(flag => !isForm(flag))

const BESIDE = /\bjoin\(import\.meta\.dirname, ((?:'[^']*'(?:, )?)+)\)|import\.meta\.resolve\('(\.[^']*)'\)/g

/** Missing files whose path the code builds from its own folder. A folder may be created at run time, so only files must exist. */
export const lostBeside = (file: string, text = read(file)): string[] =>
  [...text.matchAll(BESIDE)]
    .map(([, parts = '', resolved]) => resolved ?? parts.replaceAll("'", '').split(', ').join('/'))
    .filter(path => /\.\w+$/.test(path) && !matches(join(dirname(file), path)))

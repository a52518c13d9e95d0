/** What texts name that somebody will look for: links, files and npm's scripts. */
import { basename, dirname, join, matchesGlob, normalize } from 'node:path'
import { isForm } from '../testing/run/forms.ts'
import { filesOf, read } from './imports.ts'

const ROOMS = ['frontend', 'ingest', 'projector', 'api', 'infra']
const ENDINGS = 'tsx?|sql|md|ya?ml|conf|xml|css'
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g
const IN_BACKTICKS = /`([^`\n]+)`/g
/** A path from the root, wherever it stands. */
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

/** From the root, or from where it is named. */
const isThere = (path: string, file: string): boolean => matches(path) || matches(join(dirname(file), path))

const isPath = (word: string): boolean =>
  ROOMS.some(room => word.startsWith(`${room}/`)) ||
  (new RegExp(`\\.(?:${ENDINGS})$`).test(word) && /^[\w.*{},/-]+$/.test(word))

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(match => match[1] ?? match[0])

/** Names in a page's links and backticks that nothing of ours has. */
export const lostInPage = (page: string, text = read(page)): string[] => [
  ...found(text, LINK).filter(link => !matches(join(dirname(page), link))),
  ...found(text, IN_BACKTICKS)
    .flatMap(code => code.split(/\s+/))
    .filter(word => isPath(word) && !isThere(word, page) && !isNameOfFile(word)),
]

const isNameOfFile = (word: string): boolean =>
  !word.includes('/') && files.some(file => basename(file) === word)

/** Files that a comment names, by the end of their path at least. */
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

/** Scripts of the root's package, or of the workspace after `-w`. */
export const lostScripts = (text: string): string[] =>
  [...text.matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)(?: -w (\w+))?/g)]
    .filter(([, script = '', workspace = '.']) => !scriptsOf(workspace).includes(script))
    .map(([whole]) => whole)

/** The first word after `npm test --`; what has a dot or a sign of equality is an option of vitest. */
export const lostForms = (text: string): string[] =>
  [...text.matchAll(/\bnpm test -- (--[a-z-]+)(?![\w.=-])/g)]
    .map(([, flag = '']) => flag)
    .filter(flag => !isForm(flag))

const BESIDE = /\bjoin\(import\.meta\.dirname, ((?:'[^']*'(?:, )?)+)\)|import\.meta\.resolve\('(\.[^']*)'\)/g

/** Paths that code puts together from where it stands itself. Folders may be made later: only files must be there. */
export const lostBeside = (file: string, text = read(file)): string[] =>
  [...text.matchAll(BESIDE)]
    .map(([, parts = '', resolved]) => resolved ?? parts.replaceAll("'", '').split(', ').join('/'))
    .filter(path => /\.\w+$/.test(path) && !matches(join(dirname(file), path)))

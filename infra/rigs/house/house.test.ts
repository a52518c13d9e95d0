import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circlesOf, filesOf, importsOf, isTest, read } from './imports.ts'
import { RIGS, ROOMS } from './rooms.ts'

const files = filesOf('*.ts', '*.tsx')
const modules = files.filter(file => !isTest(file))
const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`)
const isRig = (file: string) => RIGS.some(rig => isIn(file, rig))
const product = modules.filter(file => !isRig(file))
const roomOf = (file: string) =>
  Object.keys(ROOMS)
    .filter(room => isIn(file, room))
    .toSorted((a, b) => b.length - a.length)[0]
const arrows = product.flatMap(file =>
  importsOf(file)
    .filter(imported => /\.tsx?$/.test(imported))
    .map(imported => [file, imported] satisfies [string, string]),
)

describe('imports', () => {
  test('every file of the product is in a room, and every room has a file', () => {
    expect(product.filter(file => !roomOf(file))).toEqual([])
    const empty = Object.keys(ROOMS).filter(room => !product.some(file => isIn(file, room)))
    expect(empty).toEqual([])
  })

  test('every imported file exists', () => {
    const all = new Set(filesOf())
    const missing = files.flatMap(file =>
      importsOf(file)
        .filter(imported => !all.has(imported))
        .map(imported => `${file} imports ${imported}`),
    )
    expect(missing).toEqual([])
  })

  test.each(Object.entries(ROOMS))('%s imports only from the rooms that rooms.ts allows', (room, allowed) => {
    const wrong = arrows
      .filter(([file, imported]) => {
        const to = roomOf(imported)
        return roomOf(file) === room && to !== room && !allowed.some(one => to !== undefined && isIn(to, one))
      })
      .map(([file, imported]) => `${file} imports ${imported}`)
    expect(wrong).toEqual([])
  })

  test('no file imports from another workspace by a relative path', () => {
    const wrong = files.flatMap(file =>
      [...read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)]
        .map(([, path = '']) => new URL(path, `file:///${file}`).pathname.slice(1))
        .filter(path => path.split('/')[0] !== file.split('/')[0])
        .map(path => `${file} imports ${path}`),
    )
    expect(wrong).toEqual([])
  })

  test('no files import one another in a circle', () => {
    expect(circlesOf(modules.flatMap(file => importsOf(file).map(to => [file, to])))).toEqual([])
  })

  test('no folder’s files and subfolders import one another in a circle', () => {
    const folders = new Set(modules.flatMap(file => parentsOf(file)))
    const circles = [...folders].flatMap(folder => {
      const within = modules.filter(file => isIn(file, folder))
      const child = (file: string) => file.slice(folder.length + 1).split('/')[0] ?? ''
      const between = within.flatMap(file =>
        importsOf(file)
          .filter(to => isIn(to, folder) && child(to) !== child(file))
          .map((to): [string, string] => [child(file), child(to)]),
      )
      return circlesOf(between).map(circle => `${folder}: ${circle.join(', ')}`)
    })
    expect(circles).toEqual([])
  })
})

const parentsOf = (file: string): string[] => {
  const parent = dirname(file)
  return parent === '.' ? [] : [parent, ...parentsOf(parent)]
}

test('no file contains a path of the machine on which it was written', () => {
  const texts = filesOf().filter(file =>
    /\.(ts|tsx|json|md|sql|ya?ml|css|html|xml)$|^\.\w+$|^\.ci/.test(file),
  )
  const telling = texts.filter(
    file =>
      file !== 'infra/rigs/house/house.test.ts' &&
      /\/(root|home\/\w+|work)\/|registry\.npmjs|"resolved": "http/.test(read(file)),
  )
  expect(telling).toEqual([])
})

test('no test mocks a module, because test files of a worker share modules and the result would depend on their order', () => {
  const mocking = files.filter(file => isTest(file) && /\bvi\.(do)?mock\(/i.test(read(file)))
  expect(mocking).toEqual([])
})

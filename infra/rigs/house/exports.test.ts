import { expect, test } from 'vitest'
import { filesOf, isTest, read } from './imports.ts'

/** The names that a file imports, whatever it calls them. */
const importedBy = (file: string): string[] =>
  [
    ...read(file).matchAll(/(?:import|export)(?: type)? \{([^}]*)\} from|const \{([^}]*)\} = await import/g),
  ].flatMap(([, names, loaded]) =>
    (names ?? loaded ?? '').split(',').map(
      name =>
        name
          .trim()
          .replace(/^type /, '')
          .split(/ as |:/)[0] ?? '',
    ),
  )

const namedInImportCalls = (file: string): string[] =>
  [...read(file).matchAll(/await import\([^)]*\)\)\.(\w+)/g)].map(([, name = '']) => name)

test.each(['frontend/src/dashboard'])('nothing of %s is exported that nobody imports', folder => {
  const files = filesOf('*.ts', '*.tsx')
  const imported = new Set(files.flatMap(file => [...importedBy(file), ...namedInImportCalls(file)]))
  const dead = files
    .filter(file => file.startsWith(`${folder}/`) && !isTest(file))
    .flatMap(file =>
      [...read(file).matchAll(/^export (?:const|type|function|class|let) (\w+)/gm)]
        .map(([, name = '']) => name)
        .filter(name => !imported.has(name))
        .map(name => `${file}: ${name}`),
    )
  expect(dead).toEqual([])
})

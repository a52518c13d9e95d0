/**
 * Vite wraps each import() in a helper of 1.4 kB that asks for the files behind it at once, and also knows nonces, relative
 * addresses and browsers that cannot preload modules. Here a third does: such a browser finds the files a moment later itself.
 */
import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/** Scripts are only announced; a stylesheet is waited for, and asked for again where it did not come. */
const CODE = `
const asked = {}
const ask = file => new Promise((done, fail) => {
  if (document.querySelector('[href="/' + file + '"]')) return done()
  const link = document.createElement('link')
  link.crossOrigin = ''
  link.href = '/' + file
  if (file.endsWith('.css')) {
    link.rel = 'stylesheet'
    link.onload = done
    link.onerror = () => {
      link.remove()
      asked[file] = 0
      fail(Error(file))
    }
  } else {
    link.rel = 'modulepreload'
    done()
  }
  document.head.append(link)
})
export const __vitePreload = (load, files = []) => Promise.all(files.map(file => asked[file] ||= ask(file))).then(load)`

export const leanPreload = (): Plugin => ({
  name: 'firsttouch-preload',
  apply: 'build',
  enforce: 'pre',
  load: id => (id === HELPER ? CODE : undefined),
})

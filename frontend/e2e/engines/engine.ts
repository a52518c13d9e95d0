/** What a story needs of a browser, whichever engine it is: a tab that is told by selectors. */
export type Key = 'Escape' | 'Tab'
export type Tab = {
  goTo: (url: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  /** The value of an expression in the page; must be JSON. */
  read: <T>(expression: string) => Promise<T>
  click: (selector: string) => Promise<void>
  /** Empties a field and types into it. */
  fill: (selector: string, text: string) => Promise<void>
  choose: (selector: string, value: string) => Promise<void>
  press: (key: Key) => Promise<void>
  close: () => Promise<void>
}

/** Each tab is a browser of its own: it shares neither storage nor cookies with another. */
export type Engine = { openTab: () => Promise<Tab>; close: () => Promise<void> }
export type EngineName = 'Chromium' | 'Firefox' | 'WebKit'

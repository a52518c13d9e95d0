/** The browser operations that the stories need. Tabs find elements by CSS selector. */
export type Key = 'Escape' | 'Tab'
export type Tab = {
  goTo: (url: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  /** The expression's value must be JSON. */
  read: <T>(expression: string) => Promise<T>
  click: (selector: string) => Promise<void>
  fill: (selector: string, text: string) => Promise<void>
  choose: (selector: string, value: string) => Promise<void>
  press: (key: Key) => Promise<void>
  close: () => Promise<void>
}

/** Tabs share neither storage nor cookies. */
export type Engine = { openTab: () => Promise<Tab>; close: () => Promise<void> }
export type EngineName = 'Chromium' | 'Firefox' | 'WebKit'

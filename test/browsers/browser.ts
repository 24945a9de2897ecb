/** A browser with one page in it, used as a person uses it: by what it shows, the pointer and keys. */
export type Browser = {
  open: (url: string) => Promise<void>;
  /** Makes the page so large; a window's borders come on top. */
  resize: (width: number, height: number) => Promise<void>;
  /** The value of an expression in the page. Text, as tests are compiled without the browser's types. */
  evaluate: <T>(expression: string) => Promise<T>;
  /** Presses the first button of the mouse at one place and lets it go at another. */
  drag: (from: Point, to: Point) => Promise<void>;
  type: (text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /** The page as it is seen, as PNG. */
  picture: () => Promise<Uint8Array>;
  close: () => Promise<void>;
};

export type Point = { x: number; y: number };

/** Keys by their names in the browser, with what WebDriver calls them. */
export const webDriverKeys = {
  Enter: '\uE007',
  Escape: '\uE00C',
  PageDown: '\uE00F',
} as const;

export type Key = keyof typeof webDriverKeys;

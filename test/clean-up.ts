/** Where a test says what must be undone when it ends; Vitest's `onTestFinished` is one. */
export type CleanUp = (undo: () => Promise<void>) => void;

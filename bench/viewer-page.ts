/** What each page of the viewer bench can do; the bench calls it from outside. */
export type ViewerPage = {
  /** Opens a PDF and gives the milliseconds until its first page is sharp. */
  openDocument: (address: string) => Promise<number>;
  /** Goes to a page of the open document and gives the milliseconds until it is sharp. */
  goToPage: (page: number) => Promise<number>;
};

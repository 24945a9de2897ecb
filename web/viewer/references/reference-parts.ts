// What is loaded once a document cites something, or someone looks what it cites.
export { ReferenceLinks } from './reference-links.tsx';
export { ReferencesTab } from './references-tab.tsx';

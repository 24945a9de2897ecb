// What the main page shows of revisions, loaded after its first paint (use-revision-parts.ts).
export { RevisionBanner } from './banner.tsx';
export { CardRevisions } from './card-revisions.tsx';
export { OtherRevisions } from './other-revisions.tsx';
export { LatestRevision } from './latest-revision.tsx';
export { DocumentReferences } from '../references/document-references.tsx';
export { RevisionMarks } from './revision-marks.tsx';

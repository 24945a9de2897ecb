import { FileText } from 'lucide-react';
import type { ManagedFile } from '#contract/files.ts';
import { verdictInWords } from '#contract/verdict-words.ts';
import { pictureAddress } from '../console-api.ts';
import { formatBytes, formatTime } from '../format.ts';
import styles from './file-detail.module.css';

/** The file of the active row: a picture of its first page, and its facts. */
export function FileDetail({ file }: { file: ManagedFile }) {
  return (
    <aside className={styles.detail} aria-label={`Details of ${file.name}`}>
      {file.has_picture ? (
        <img key={file.id} src={pictureAddress(file.id)} alt={`First page of ${file.name}`} />
      ) : (
        <span className={styles.none}>
          <FileText size="2rem" aria-hidden />
          No picture
        </span>
      )}
      <h2>{file.name}</h2>
      <p>{verdictInWords(file)}</p>
      <dl>
        {factsOf(file).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

function factsOf(file: ManagedFile): [name: string, value: string][] {
  return [
    ...(file.title === null ? [] : [['Title', file.title] satisfies [string, string]]),
    ...(file.pages === null ? [] : [['Pages', String(file.pages)] satisfies [string, string]]),
    ['Size', formatBytes(file.bytes)],
    ['Modified', formatTime(file.modified_at)],
    ['Folder', file.path.slice(0, -file.name.length).replace(/\/$/, '') || '(top)'],
  ];
}

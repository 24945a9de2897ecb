import type { Config } from '../server/config/config.ts';
import type { Db } from '../server/db/schema.ts';
import { indexPathsIn } from '../server/search/index/index-file.ts';
import { type IndexReport, reportOnIndex } from '../server/search/index/index-report.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { libraryCommand } from '../server/config/build.ts';

/** The state of the search index. */
export async function searchFinding(config: Config, db: Db): Promise<Finding> {
  if (config.search === 'off') return note('search is off (SEARCH=off)');
  return inWords(await reportOnIndex(db, indexPathsIn(config.dataDir)));
}

function inWords(report: IndexReport): Finding {
  if (report.state === 'whole') {
    const { entries, pages, bytes, behind, failed } = report;
    const words = `the search index holds ${count(entries)} entries with ${count(pages)} pages (${megabytes(bytes)} MB)`;
    if (failed > 0) {
      return wrong(
        `${words}; ${count(failed)} texts could not be indexed, so searches miss them`,
        `${libraryCommand()} reindex; if some still fail, report it with the version of the library.`,
      );
    }
    if (behind === 0) return ok(words);
    return note(`${words}; it is ${count(behind)} changes behind, and the server is catching up`);
  }
  if (report.state === 'unfinished') {
    const { entries, pages, missing } = report;
    const has = `${count(entries)} entries and ${count(pages)} pages`;
    return note(
      `the server is building the search index: it has ${has}; ${count(missing)} texts are missing`,
    );
  }
  if (report.state === 'damaged') {
    return wrong('the search index is damaged', `${libraryCommand()} reindex`);
  }
  const what = report.state === 'missing' ? 'is not there' : 'was made by another version';
  return note(`the search index ${what}; the server builds it, and ${libraryCommand()} reindex`);
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 });
}

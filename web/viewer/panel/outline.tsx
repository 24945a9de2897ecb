import { useEffect, useRef, useState } from 'react';
import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { PDFDocumentProxy } from '../pdf-js/pdf-js.ts';
import { type OutlineSection, currentSection, filterSections, flatten } from './outline-tree.ts';
import styles from './outline.module.css';
import panel from './side-panel.module.css';
import { useSections } from './use-sections.ts';

type Props = {
  pdf: PDFDocumentProxy;
  page: number;
  follow: (destination: string | unknown[]) => void;
};

/** The document's own table of contents: it folds, can be filtered, and marks the current section. */
export function Outline({ pdf, page, follow }: Props) {
  const sections = useSections(pdf);
  const [text, setText] = useState('');
  const [followed, setFollowed] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const current = sections === null ? null : currentSection(sections, page, followed);

  useEffect(
    function bringCurrentIntoView() {
      const entry = list.current?.querySelector(`[data-section="${current}"]`);
      entry?.scrollIntoView({ block: 'nearest' });
    },
    [current],
  );

  if (sections === null) return <div className={panel.text} aria-busy="true" />;
  if (sections.length === 0)
    return (
      <div className={panel.text}>
        <p className={panel.empty}>This document has no outline.</p>
      </div>
    );
  const shown = filterSections(sections, text);
  return (
    <div className={styles.outline}>
      <input
        className={styles.filter}
        type="search"
        aria-label="Filter the outline"
        placeholder="Filter the outline"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div ref={list} className={styles.list}>
        {shown.length === 0 && <p className={panel.empty}>No section title contains this.</p>}
        <Level
          // Anew for each filter, so that what is folded follows from it.
          key={text}
          sections={shown}
          current={current}
          follow={(section) => {
            setFollowed(section.id);
            if (section.item.dest !== null) follow(section.item.dest);
          }}
        />
      </div>
    </div>
  );
}

type LevelProps = {
  sections: OutlineSection[];
  current: number | null;
  follow: (section: OutlineSection) => void;
};

function Level(props: LevelProps) {
  return (
    <ul className={styles.level}>
      {props.sections.map((section) => (
        <li key={section.id}>
          <Entry {...props} section={section} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ section, ...props }: LevelProps & { section: OutlineSection }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const link = <SectionLink section={section} {...props} />;
  if (section.sections.length === 0) return <div className={styles.row}>{link}</div>;
  // As the reader chose; else as the PDF wants it, but never over the current section.
  const hasCurrent = flatten(section.sections).some(({ id }) => id === props.current);
  const open = chosen ?? (!section.isFolded || hasCurrent);
  return (
    <Collapsible.Root open={open} onOpenChange={setChosen}>
      <div className={styles.row}>
        <Collapsible.Trigger className={styles.fold} aria-label="Subsections">
          <ChevronRight size="1rem" aria-hidden />
        </Collapsible.Trigger>
        {link}
      </div>
      <Collapsible.Panel>
        <Level {...props} sections={section.sections} />
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}

function SectionLink({ section, current, follow }: LevelProps & { section: OutlineSection }) {
  const { url, dest } = section.item;
  if (url !== null) {
    return (
      <a className={styles.item} href={url} target="_blank" rel="noopener noreferrer">
        {section.title}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={styles.item}
      data-section={section.id}
      disabled={dest === null}
      aria-current={section.id === current ? 'location' : undefined}
      onClick={() => follow(section)}
    >
      {section.title}
    </button>
  );
}

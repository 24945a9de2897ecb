import { type RefObject, useRef } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Reader } from '../reader.ts';
import { type ViewState, hasNextPage, hasPreviousPage } from '../view-state.ts';
import { type BarFit, fitGroups } from './bar-fit.ts';
import type { CommandGroup } from './commands.ts';
import { CommandMenu, type MenuPlace, MoreMenu } from './command-menu.tsx';
import { PageNumber } from './page-number.tsx';
import { useToolFocus } from './tool-focus.ts';
import { ToolbarTool } from './toolbar-tool.tsx';
import { useBarSizes } from './use-bar-sizes.ts';
import styles from './viewer-toolbar.module.css';

type Props = {
  /** There are two, above and below the page; each needs a name of its own. */
  name: string;
  reader: Reader;
  view: ViewState;
  /** How many pages there are, where the document is not loaded yet. */
  knownTotal: number | null;
  groups: CommandGroup[];
  /** What is read; on a line of its own where the bar has no room for it. */
  title?: string | null;
  /** The element in which menus are put. */
  container: RefObject<HTMLElement | null> | undefined;
};

const previous = <ChevronLeft size="1.25rem" aria-hidden />;
const next = <ChevronRight size="1.25rem" aria-hidden />;

/** Previous page, 'Page n / total', next page; and of the other tools those for which there is room. */
export function ViewerToolbar({ name, reader, view, groups, container, ...rest }: Props) {
  const { title = null, knownTotal } = rest;
  const bar = useRef<HTMLDivElement>(null);
  const toolFocus = useToolFocus(bar);
  const sizes = useBarSizes(bar);
  const total = view.total ?? knownTotal ?? '–';
  // First only what is measured is there, and the tools that fit before the first paint: making them
  // once takes half the time, and pdf.js's worker reads the document meanwhile.
  const fit = sizes === null ? null : fitGroups(groups, sizes);

  return (
    <>
      {title !== null && fit?.titleFits === false && <p className={styles.line}>{title}</p>}
      <div
        ref={bar}
        role="toolbar"
        aria-label={name}
        className={styles.bar}
        data-cramped={fit?.cramped || undefined}
        {...toolFocus}
      >
        {fit !== null && <Tools {...{ reader, view, knownTotal, fit, title, container }} />}
        <span className={styles.measures} aria-hidden>
          <span data-measure="tool" className={styles.tool} />
          <span
            data-measure="page"
            data-text={`Page ${total} / ${total}`}
            className={styles.page}
          />
          <span data-measure="readout" className={styles.readout} />
        </span>
      </div>
    </>
  );
}

type ToolsProps = Pick<Props, 'reader' | 'view' | 'knownTotal' | 'container'> & {
  fit: BarFit<CommandGroup>;
  title: string | null;
};

function Tools({ reader, view, knownTotal, fit, title, container }: ToolsProps) {
  const menus = { container, focusPage: reader.focus };
  const at = (place: CommandGroup['place']) =>
    fit.shown
      .filter((group) => group.place === place)
      .map((group) => <Group key={group.rank} group={group} menus={menus} />);
  const turn = (type: 'previousPage' | 'nextPage') => () => reader.act({ type });
  return (
    <>
      {at('start')}
      <ToolbarTool
        command={{
          name: 'Previous page',
          icon: previous,
          keysOf: 'left',
          disabled: !hasPreviousPage(view),
          action: turn('previousPage'),
        }}
      />
      <PageNumber
        view={view}
        knownTotal={knownTotal}
        goTo={(page) => reader.act({ type: 'goToPage', page })}
        focusPage={reader.focus}
      />
      <ToolbarTool
        command={{
          name: 'Next page',
          icon: next,
          keysOf: 'right',
          disabled: !hasNextPage(view),
          action: turn('nextPage'),
        }}
      />
      {at('middle')}
      <span className={styles.rest}>
        {fit.titleFits && title !== null && <span className={styles.title}>{title}</span>}
      </span>
      {at('end')}
      {fit.hidden.length > 0 && <MoreMenu groups={fit.hidden} {...menus} />}
    </>
  );
}

function Group({ group, menus }: { group: CommandGroup; menus: MenuPlace }) {
  const [first, ...others] = group.commands.map((command) =>
    Array.isArray(command.action) ? (
      <CommandMenu key={command.name} {...command} groups={command.action} {...menus} />
    ) : (
      <ToolbarTool key={command.name} command={command} />
    ),
  );
  return (
    <>
      {first}
      {group.readout !== undefined && <span className={styles.readout}>{group.readout}</span>}
      {others}
    </>
  );
}

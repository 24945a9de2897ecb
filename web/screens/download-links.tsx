import type { MouseEvent, ReactNode } from 'react';
import styles from './download-links.module.css';

type LinksProps<Format extends string> = {
  name: string;
  icon: ReactNode;
  formats: readonly Format[];
  address: (format: Format) => string;
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
};

/** One thing to download, in several formats. */
export function DownloadLinks<Format extends string>(props: LinksProps<Format>) {
  const { name, icon, formats, address, onClick } = props;
  return (
    <span className={styles.links}>
      {icon}
      {name}
      {formats.map((format) => (
        <a
          key={format}
          href={address(format)}
          aria-label={`${name} as ${format.toUpperCase()}`}
          onClick={onClick}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}

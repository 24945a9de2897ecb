import { maxZoomTenths, minZoomTenths } from '../page/zoom.ts';

type Props = { zoomTenths: number; percent: number | null };

/** The zoom, and to who asks for it how large the page is compared with its paper. */
export function ZoomReadout({ zoomTenths, percent }: Props) {
  const zoom = (zoomTenths / 10).toFixed(1);
  const size = percent === null ? undefined : `${percent} % of true size`;
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- that element is drawn as a bar
      role="meter"
      title={size}
      aria-label={size === undefined ? `Zoom ${zoom}` : `Zoom ${zoom}, ${size}`}
      aria-valuemin={minZoomTenths / 10}
      aria-valuemax={maxZoomTenths / 10}
      aria-valuenow={zoomTenths / 10}
    >
      {zoom}
    </span>
  );
}

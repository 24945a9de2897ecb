// What only the kind of device or browser tells, where nothing can be asked for by itself.

/** A phone or a tablet, as pdf.js tells them. An iPad says that it is a Mac, but a Mac has no touch screen. */
export function isHandheld(): boolean {
  const { maxTouchPoints, platform, userAgent } = navigator;
  return (
    /Android|iPad|iPhone|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1)
  );
}

/**
 * Whether it has all that pdf.js's build for the newest browsers uses: these two came last in each of
 * them (tools/browsers/check-scripts.ts). The build for older ones is a sixth larger.
 */
export function isNewest(): boolean {
  return 'sumPrecise' in Math && 'getOrInsertComputed' in Map.prototype;
}

/** Safari, every browser on an iPhone or iPad, and others made of WebKit. */
export function isWebKit(): boolean {
  return navigator.vendor.startsWith('Apple');
}

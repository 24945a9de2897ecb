// What only the kind of device or browser says, where no feature can be tested.

/** A phone or a tablet, as pdf.js finds them. An iPad says that it is a Mac, but a Mac has no touch screen. */
export function isHandheld(): boolean {
  const { maxTouchPoints, platform, userAgent } = navigator;
  return (
    /Android|iPad|iPhone|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1)
  );
}

/** Safari, every browser on an iPhone or iPad, and others made of WebKit. */
export function isWebKit(): boolean {
  return navigator.vendor.startsWith('Apple');
}

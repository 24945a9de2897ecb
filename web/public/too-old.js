// Shows the words of index.html about browsers where the application cannot start. Every browser must
// be able to read this file, so it is neither a module nor written in newer syntax.
(function () {
  // What the application cannot do without, and what has no other way: the versions of
  // tools/browsers/oldest-browsers.ts have all of it, and none that is much older does.
  function isTooOld() {
    return (
      !('noModule' in document.createElement('script')) ||
      !Array.prototype.toReversed || // Chrome 110, Firefox 115, Safari 16
      !window.HTMLDialogElement ||
      !window.CSS ||
      !window.CSS.supports('container-type', 'inline-size') || // Chrome 105, Firefox 110, Safari 16
      // pdf.js gives a page its size by it: Chrome 125, Firefox 118, Safari 15.4
      !window.CSS.supports('width', 'round(down, 1px, 1px)') ||
      !readsLookbehind() // Safari 16.4
    );
  }

  function readsLookbehind() {
    try {
      return new RegExp('(?<=a)b').test('ab');
      // oxlint-disable-next-line no-unused-vars -- older browsers cannot read a catch without a name
    } catch (error) {
      return false;
    }
  }

  function show() {
    var words = document.getElementById('too-old'); // main.tsx takes them away when it starts
    if (words) words.removeAttribute('hidden');
  }

  if (isTooOld()) {
    document.documentElement.setAttribute('data-browser', 'too-old'); // main.tsx does not start then
    show();
  }
  // A script that does not arrive, or that the browser cannot read for a reason unknown to us.
  window.addEventListener('error', show, true);
})();

// Runs before the first paint, so that a reader who chose a theme never sees the other one flash.
// A file of its own because the content security policy allows no inline script; see theme.ts.
{
  const chosen = /(?:^|; )theme=(light|dark)/.exec(document.cookie);
  if (chosen) document.documentElement.dataset.theme = chosen[1];
}

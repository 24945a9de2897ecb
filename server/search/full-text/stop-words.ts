/** The small words of English and German, folded: they say nothing of what a text is about. */
export function isStopWord(key: string): boolean {
  return stopWords.has(key);
}

/** What says nothing beside its neighbours: `long` in `how long`, `Rev.` in `NV 50180 Rev. 4`. */
export function isFiller(key: string, before: string, after: string): boolean {
  const isMeasure = ['how', 'wie'].includes(before) && measures.has(key);
  return isMeasure || (['rev', 'revision'].includes(key) && /^[a-z]?\d/.test(after));
}

const measures = new Set([
  'long',
  'lang',
  'lange',
  'much',
  'many',
  'often',
  'oft',
  'viel',
  'viele',
]);

const stopWords = new Set(
  `a about after all also am an and any anyone are as at be because been before being but by can could did do does done
  during each for from had has have having he her his how i if in into is it its itself may me might more most must my no
  nor not of on or other our shall she should so some such than that the their them then there these they this those
  through to too under until up very was we were what when where which while who whom whose why will with would you your
  aber alle allem allen aller alles als am an andere anderen auch auf aus bei beim bin bis da dabei dafur damit dann darf das
  dass dazu dem den denn der des die dauern dauert dies diese diesem diesen dieser dieses doch dort du durch durfen ein eine einem einen einer
  eines er es etwas fur gegen gelten gibt gilt habe haben hat hatte hier ich ihr ihre ihren im in ist ja jede jedem jeden jeder jedes
  jene kann kein keine keinen konnen man mein mit muss mussen nach nicht noch nur ob oder ohne sehr sein seine seiner sich
  sie sind so soll sollen sollte sollten sowie uber um und uns unter vom von vor wann war waren warum was weil welche
  welchem welchen welcher welches wenn wer werden wie wieder wird wo wurde wurden zu zum zur zwischen`.split(
    /\s+/,
  ),
);

/** `kind` is what it measures; values of one kind are compared in its base unit. */
export type Unit = { kind: string; factor: number; plus: number; id: number };

// `Nm` is a torque and no energy: nobody looks for a torque in joules.
/** [kind, factor to the base unit, added after it, spellings]. Symbols are distinguished by case, words are not. */
const units: readonly (readonly [string, number, number, string])[] = [
  ['time', 1e-6, 0, 'µs'],
  ['time', 1e-3, 0, 'ms'],
  ['time', 1, 0, 's sec second seconds sekunde sekunden secondes segundos 秒'],
  ['time', 60, 0, 'min minute minutes minuten minutos 分钟'],
  ['time', 3600, 0, 'h hr hrs hour hours std stunde stunden heure heures horas 小时 時間'],
  ['time', 86_400, 0, 'd day days tag tage tagen jours días 天'],
  ['time', 604_800, 0, 'week weeks woche wochen'],
  ['time', 2_629_800, 0, 'month months monat monate monaten mois meses'],
  ['time', 31_557_600, 0, 'year years jahr jahre jahren ans años'],
  ['temperature', 1, 273.15, '°C ℃ degC'],
  ['temperature', 5 / 9, 255.372_222_2, '°F ℉ degF'],
  ['temperature', 1, 0, 'K kelvin'],
  ['length', 1e-9, 0, 'nm'],
  ['length', 1e-6, 0, 'µm micron microns'],
  ['length', 1e-3, 0, 'mm millimetre millimetres millimeter millimeters'],
  ['length', 1e-2, 0, 'cm centimetre centimetres centimeter centimeters zentimeter'],
  ['length', 1, 0, 'm metre metres meter meters'],
  ['length', 1000, 0, 'km kilometre kilometres kilometer kilometers'],
  ['length', 0.0254, 0, 'inch inches zoll in in. " ″ ”'],
  ['length', 2.54e-5, 0, 'mil mils'],
  ['length', 2.54e-8, 0, 'µin'],
  ['length', 0.3048, 0, 'ft foot feet'],
  ['area', 1e-6, 0, 'mm2'],
  ['area', 6.4516e-4, 0, 'in2'],
  ['area', 1e-4, 0, 'cm2'],
  ['area', 1, 0, 'm2'],
  ['volume', 1e-6, 0, 'cm3 ml mL'],
  ['volume', 1e-3, 0, 'l L litre litres liter liters dm3'],
  ['volume', 1, 0, 'm3'],
  ['mass', 1e-6, 0, 'mg'],
  ['mass', 1e-3, 0, 'g gram grams gramm'],
  ['mass', 1, 0, 'kg kilogram kilograms kilogramm'],
  ['mass', 1e-9, 0, 'µg'],
  ['mass', 1000, 0, 't tonne tonnes'],
  ['mass', 0.453_592_37, 0, 'lb lbs pound pounds'],
  ['mass', 0.028_349_523, 0, 'oz'],
  ['force', 1, 0, 'N newton'],
  ['force', 1e-3, 0, 'mN'],
  ['force', 1000, 0, 'kN kilonewton'],
  ['force', 1e6, 0, 'MN'],
  ['force', 4.448_221_6, 0, 'lbf'],
  ['force', 9.806_65, 0, 'kgf kp'],
  ['torque', 1e-2, 0, 'Ncm'],
  ['torque', 1, 0, 'Nm'],
  ['torque', 1000, 0, 'kNm'],
  ['torque', 1e-3, 0, 'mNm Nmm'],
  ['torque', 1.355_817_95, 0, 'lbfft ftlbf lbft ftlb'],
  ['torque', 0.112_984_83, 0, 'lbfin inlbf lbin inlb'],
  ['torque', 9.806_65, 0, 'kgfm kpm'],
  ['torque', 0.098_066_5, 0, 'kgfcm kpcm'],
  ['pressure', 1, 0, 'Pa pascal'],
  ['pressure', 100, 0, 'mbar hPa'],
  ['pressure', 1000, 0, 'kPa'],
  ['pressure', 1e5, 0, 'bar'],
  ['pressure', 1e6, 0, 'MPa megapascal N/mm2'],
  ['pressure', 1e9, 0, 'GPa kN/mm2'],
  ['pressure', 6894.757, 0, 'psi lbf/in2'],
  ['pressure', 6_894_757, 0, 'ksi'],
  ['pressure', 98_066.5, 0, 'kgf/cm2'],
  ['pressure', 9_806_650, 0, 'kgf/mm2 kp/mm2'],
  ['pressure', 101_325, 0, 'atm'],
  ['pressure', 133.322_37, 0, 'mmHg torr Torr'],
  ['share', 0.01, 0, '% percent prozent'],
  ['share', 0.001, 0, '‰'],
  ['share', 1e-6, 0, 'ppm'],
  ['voltage', 1e-3, 0, 'mV'],
  ['voltage', 1, 0, 'V volt volts'],
  ['voltage', 1000, 0, 'kV'],
  ['current', 1e-6, 0, 'µA'],
  ['current', 1e-3, 0, 'mA'],
  ['current', 1, 0, 'A ampere amperes'],
  ['resistance', 1e-3, 0, 'mΩ'],
  ['resistance', 1, 0, 'Ω ohm ohms'],
  ['resistance', 1000, 0, 'kΩ kohm'],
  ['resistance', 1e6, 0, 'MΩ Mohm'],
  ['power', 1, 0, 'W watt watts'],
  ['power', 1e-3, 0, 'mW'],
  ['power', 1000, 0, 'kW'],
  ['power', 1e6, 0, 'MW'],
  ['energy', 1, 0, 'J joule joules'],
  ['energy', 1e-3, 0, 'mJ'],
  ['energy', 1000, 0, 'kJ'],
  ['energy', 1e6, 0, 'MJ'],
  ['energy', 3.6e6, 0, 'kWh'],
  ['frequency', 1, 0, 'Hz hertz'],
  ['frequency', 1000, 0, 'kHz'],
  ['frequency', 1e6, 0, 'MHz'],
  ['frequency', 1e9, 0, 'GHz'],
  ['turning', 1, 0, 'rpm 1/min min-1 U/min r/min'],
  ['speed', 1, 0, 'm/s'],
  ['speed', 1 / 60, 0, 'm/min'],
  ['speed', 1 / 60_000, 0, 'mm/min'],
  ['speed', 1 / 3.6, 0, 'km/h'],
  ['flow', 1 / 60_000, 0, 'l/min L/min'],
  ['flow', 1 / 3.6e6, 0, 'l/h L/h'],
  ['flow', 1 / 3600, 0, 'm3/h'],
  ['rate', 1 / 60, 0, 'K/min °C/min'],
  ['currentdensity', 100, 0, 'A/dm2'],
  ['currentdensity', 1, 0, 'A/m2'],
  ['viscosity', 1, 0, 'Pas'],
  ['viscosity', 1e-3, 0, 'mPas cP'],
  ['kinematic', 1e-6, 0, 'mm2/s cSt'],
  ['coverage', 1e-3, 0, 'g/m2'],
  ['coverage', 1e-6, 0, 'mg/m2'],
  ['coverage', 1e-4, 0, 'mg/dm2'],
  ['concentration', 1, 0, 'g/l'],
  ['concentration', 1e-3, 0, 'mg/l'],
  ['density', 1000, 0, 'g/cm3'],
  ['density', 1, 0, 'kg/m3'],
  ['angle', 1, 0, '° deg'],
  ['level', 1, 0, 'dB dB(A)'],
  ['capacitance', 1e-9, 0, 'nF'],
  ['capacitance', 1e-6, 0, 'µF'],
  ['conductivity', 1e-4, 0, 'µS/cm'],
  ['illuminance', 1, 0, 'lx lux'],
  ['vickers', 1, 0, 'HV'],
  ['brinell', 1, 0, 'HB HBW'],
  ['rockwell', 1, 0, 'HRC'],
  ['cycles', 1, 0, 'cycle cycles zyklen'],
];

/**
 * The units of this spelling. With `anyCase`, as people type it, a capital letter still decides: `Nm` is
 * no nanometre, `nm` may be both. What is behind a dash or slash may be another word: `720 h-test`.
 */
export function unitsNamed(written: string, { anyCase = false } = {}): Unit[] {
  const symbol = written
    .replace(/[ \u00a0·⋅*]|(?<=[a-z])-(?=lbf?|ft|in)|(?<=lbf?)\.(?=ft|in)/g, '')
    .replace('μ', 'µ')
    .replace('²', '2')
    .replace('³', '3')
    .replace('⁻¹', '-1');
  for (const name of [symbol, symbol.split('/')[0] ?? '']) {
    const exact = byName.get(name);
    if (exact !== undefined && (!anyCase || /\p{Lu}/u.test(name))) return [exact];
    const like = byLowerName.get(name.toLowerCase()) ?? [];
    // In a text `MM` may be anything; words are written as one likes.
    if (like.length > 0 && (anyCase || name.length > 3)) return like;
  }
  return [];
}

const byName = new Map<string, Unit>();
const byLowerName = new Map<string, Unit[]>();
for (const [id, [kind, factor, plus, names]] of units.entries()) {
  const unit = { kind, factor, plus, id };
  for (const name of names.split(' ')) {
    byName.set(name, unit);
    const lower = name.toLowerCase();
    byLowerName.set(lower, [...(byLowerName.get(lower) ?? []), unit]);
  }
}

/** Whether values in both units are written without rounding: `1 cm` and `10 mm`, not `1 in` and `25 mm`. */
export function isExactBetween(one: number, other: number): boolean {
  const [first, second] = [units[one], units[other]];
  if (first === undefined || second === undefined || first[2] !== second[2]) return false;
  const power = Math.log10(first[1] / second[1]);
  return first[0] === 'time' || Math.abs(power - Math.round(power)) < 1e-9;
}

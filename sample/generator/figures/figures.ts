import { roughness, stressStrain, temperatureCycle, torqueAngle } from './curves.ts';
import type { Figure } from './figure.ts';
import { groove, label, shaft, weldSymbols } from './parts.ts';
import { bench, chamber, filtration, probe } from './rigs.ts';

/** Every figure, under the name by which the texts ask for it. */
export const figures = {
  bench,
  chamber,
  filtration,
  groove,
  label,
  probe,
  roughness,
  shaft,
  'stress-strain': stressStrain,
  'temperature-cycle': temperatureCycle,
  'torque-angle': torqueAngle,
  'weld-symbols': weldSymbols,
} satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;

export function isFigureName(name: string): name is FigureName {
  return Object.hasOwn(figures, name);
}

import { roughness, stressStrain, temperatureCycle, torqueAngle } from './curves.ts';
import { groove, label, shaft, weldSymbols } from './parts.ts';
import type { Box, Doc } from '../pen.ts';
import { bench, chamber, filtration, probe } from './rigs.ts';

export type FigureFacts = {
  /** The word of the document's language for what is written in a figure. */
  say: (english: string) => string;
  /** Figures with the same seed show the same values. */
  seed: string;
  /** For a curve that must agree with a table beside it. */
  tensile?: { yieldMpa: number; strengthMpa: number; elongationPercent: number };
};

export type Figure = (doc: Doc, box: Box, facts: FigureFacts) => void;

export const figures = {
  bench,
  chamber,
  filtration,
  groove,
  label,
  probe,
  roughness,
  shaft,
  stressStrain,
  temperatureCycle,
  torqueAngle,
  weldSymbols,
} satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;

import type { Language } from '../words.ts';
import { adhesives } from './adhesives.ts';
import { castings } from './castings.ts';
import { cleanliness } from './cleanliness.ts';
import { coating } from './coating.ts';
import { drawingRules } from './drawing-rules.ts';
import { electrostatic } from './electrostatic.ts';
import { fasteners } from './fasteners.ts';
import { electrostaticFr, sealsFr } from './french.ts';
import { coatingDe, torqueDe } from './german.ts';
import { heatTreatment } from './heat-treatment.ts';
import { coatingJa, heatTreatmentJa } from './japanese.ts';
import { nonDestructiveTesting } from './non-destructive-testing.ts';
import { packaging } from './packaging.ts';
import { seals } from './seals.ts';
import { packagingEs, weldingEs } from './spanish.ts';
import { surface } from './surface.ts';
import type { Topic } from './topic.ts';
import { torque } from './torque.ts';
import { welding } from './welding.ts';

const english = {
  adhesives,
  castings,
  cleanliness,
  coating,
  drawingRules,
  electrostatic,
  fasteners,
  heatTreatment,
  nonDestructiveTesting,
  packaging,
  seals,
  surface,
  torque,
  welding,
};

export type TopicName = keyof typeof english;

export const topicNames = Object.keys(english) as TopicName[]; // exactly the keys written above

const topicsIn: Record<Language, Partial<Record<TopicName, Topic>>> = {
  EN: english,
  DE: { coating: coatingDe, torque: torqueDe },
  FR: { seals: sealsFr, electrostatic: electrostaticFr },
  ES: { packaging: packagingEs, welding: weldingEs },
  JA: { coating: coatingJa, heatTreatment: heatTreatmentJa },
};

export function topicIn(language: Language, name: TopicName): Topic {
  const topic = topicsIn[language][name];
  if (topic === undefined) throw new Error(`Nothing is written about ${name} in ${language}.`);
  return topic;
}

import { medianBy } from '../median.ts';
import { say } from '../table.ts';
import { type LoadRequest, type Load, load, type Served } from './wrk.ts';

export type Compared = {
  name: string;
  ratio: number;
  /** The ratio by processor time, which varies less on a shared machine. */
  cpuRatio: number;
  wanted: number;
  ours: Load;
  peer: Load;
};

export type Pair = {
  name: string;
  wanted: number;
  peer: Served;
  ours: Served;
  peerRequests: readonly LoadRequest[];
  ourRequests: readonly LoadRequest[];
};

const rounds = 3;
const quietCores = 0.1;
// Ours is slower by a third in the first seconds, until V8 has compiled the code in use.
const warmUpSeconds = { peer: 1, ours: 5 };

/** Measures peer and ours in turn, three times, and gives the medianBy ratio. */
export async function compare(dir: string, pair: Pair, seconds: number): Promise<Compared> {
  await load(dir, pair.peer, pair.peerRequests, warmUpSeconds.peer);
  await load(dir, pair.ours, pair.ourRequests, warmUpSeconds.ours);
  const pairs: { ours: Load; peer: Load; ratio: number }[] = [];
  for (let round = 1; round <= rounds; round++) {
    const peer = await load(dir, pair.peer, pair.peerRequests, seconds);
    const ours = await load(dir, pair.ours, pair.ourRequests, seconds);
    const ratio = ours.perSecond / peer.perSecond;
    const others = Math.max(ours.others, peer.others);
    say(
      `${pair.name}, ${round} of ${rounds}: ${ratio.toFixed(3)} of nginx, others ${others.toFixed(2)}`,
    );
    pairs.push({ ours, peer, ratio });
  }
  const { ours, peer, ratio } = medianBy(pairs, (one) => one.ratio);
  const cpuRatio = ours.perCpuSecond / peer.perCpuSecond;
  return { name: pair.name, ratio, cpuRatio, wanted: pair.wanted, ours, peer };
}

/** Whether ours is as fast as wanted; never true when other programs used the cores, too. */
export function isMet(compared: Compared): boolean {
  return compared.ratio >= compared.wanted && othersIn([compared]) <= quietCores;
}

export function asRow(compared: Compared): string[] {
  const { name, ratio, cpuRatio, wanted, ours, peer } = compared;
  const met = othersIn([compared]) > quietCores ? '?' : isMet(compared) ? 'yes' : 'NO';
  return [
    name,
    ratio.toFixed(3),
    `≥ ${wanted}`,
    met,
    cpuRatio.toFixed(3),
    ...[ours, peer].flatMap((one) => [
      one.perSecond.toFixed(0),
      one.mbPerSecond.toFixed(0),
      `${(one.busy * 100).toFixed(0)} %`,
    ]),
    ours.p99Ms.toFixed(1),
  ];
}

export const comparedColumns =
  'measure, of nginx, wanted, met, by cpu time, ours/s, MB/s, busy, nginx/s, MB/s, busy, ours p99 ms'.split(
    ', ',
  );

/** How to read the ratios, and whether they are reliable. */
export function caution(compared: readonly Compared[]): string {
  const others = othersIn(compared);
  return [
    'Where nginx is not busy, what loads it is the limit: "by cpu time" is the stricter ratio.',
    ...(others > quietCores
      ? [`Other programs used ${others.toFixed(2)} of a core: the ratios say little. Run it again.`]
      : []),
  ].join('\n');
}

function othersIn(compared: readonly Compared[]): number {
  return Math.max(...compared.flatMap(({ ours, peer }) => [ours.others, peer.others]));
}

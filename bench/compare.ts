import { say } from './table.ts';
import { type Ask, type Load, load, type Served } from './wrk.ts';

export type Compared = {
  name: string;
  ratio: number;
  /** The ratio of requests per second of processor: steadier where the machine is shared. */
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
  peerAsks: readonly Ask[];
  ourAsks: readonly Ask[];
};

const rounds = 3;
const quietCores = 0.1;
// Ours is slower until V8 has compiled what is hot: by a third in the first seconds.
const warmUpSeconds = { peer: 1, ours: 5 };

/** Peer and ours in turn, three times; the median ratio counts. */
export async function compare(dir: string, pair: Pair, seconds: number): Promise<Compared> {
  await load(dir, pair.peer, pair.peerAsks, warmUpSeconds.peer);
  await load(dir, pair.ours, pair.ourAsks, warmUpSeconds.ours);
  const pairs: { ours: Load; peer: Load; ratio: number }[] = [];
  for (let round = 1; round <= rounds; round++) {
    const peer = await load(dir, pair.peer, pair.peerAsks, seconds);
    const ours = await load(dir, pair.ours, pair.ourAsks, seconds);
    const ratio = ours.perSecond / peer.perSecond;
    const others = Math.max(ours.others, peer.others);
    say(
      `${pair.name}, ${round} of ${rounds}: ${ratio.toFixed(3)} of nginx, others ${others.toFixed(2)}`,
    );
    pairs.push({ ours, peer, ratio });
  }
  const { ours, peer, ratio } = median(pairs, (one) => one.ratio);
  const cpuRatio = ours.perCpuSecond / peer.perCpuSecond;
  return { name: pair.name, ratio, cpuRatio, wanted: pair.wanted, ours, peer };
}

/** As fast as wanted; never where other programs took part in the race. */
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

/** How to read the ratios, and whether to believe them. */
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

function median<T>(of: readonly T[], by: (one: T) => number): T {
  const middle = of.toSorted((a, b) => by(a) - by(b))[Math.floor(of.length / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}

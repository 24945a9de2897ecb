export function carryLibatomic(program: string, arch: string): void;

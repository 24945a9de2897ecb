import fc from 'fast-check';

// Property tests draw the same values in every run: what is red is red for everybody. `SEED=2 npm test` draws others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 15) });

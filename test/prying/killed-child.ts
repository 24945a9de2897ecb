import type { ReaderQuestion } from '../../server/pdf/reader-processes.ts';

// Stands in for the process that reads PDFs. It kills itself with the signal that the file's
// text names; where it should draw, with SIGKILL.

process.on('message', (question: ReaderQuestion) => {
  const content = 'content' in question && question.content;
  process.kill(process.pid, content ? Buffer.from(content).toString() : 'SIGKILL');
});

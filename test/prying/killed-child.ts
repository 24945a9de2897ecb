import type { ReaderQuestion } from '../../server/pdf/reader/reader-processes.ts';

// Replaces the process that reads PDFs. It kills itself with the signal that the file's text names;
// of a PDF, and to draw, with SIGKILL.

process.on('message', (question: ReaderQuestion) => {
  const content = 'content' in question && question.content;
  const text = content ? Buffer.from(content).toString() : '';
  process.kill(process.pid, text.startsWith('SIG') ? text : 'SIGKILL');
});

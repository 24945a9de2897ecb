import customers from './pictures/console-customers.png';
import standardNumbers from './pictures/console-standard-numbers.png';
import uploadStatus from './pictures/console-upload-status.png';
import uploads from './pictures/console-uploads.png';
import login from './pictures/login.png';
import superseded from './pictures/superseded.png';

// The pictures are taken by tools/screenshots.ts, all of one size.

/** A step's text may hold markup; it is sanitised before it is shown. */
export type FaqStep = { text: string; image?: { src: string; alt: string } };
export type FaqItem = { question: string; steps: FaqStep[] };

export const faq: { title: string; subtitle: string; items: FaqItem[] } = {
  title: 'FAQs',
  subtitle: 'Looking for answers?',
  items: [
    {
      question: 'How to add or modify a customer?',
      steps: [
        {
          text: 'Choose <b>Manage</b> at the top, then <b>Customer</b>. Only users with access see it.',
        },
        {
          text: 'Press <b>Add</b> and type the name. To change a name, double-click it or press <b>F2</b>. Its standard numbers stay with it.',
          image: { src: customers, alt: 'The Customer grid of the console' },
        },
        {
          text: '<b>Enter</b> saves. After <b>All changes saved</b>, <b>Customer Name</b> on the main page lists the customer.',
        },
      ],
    },
    {
      question: 'How to add or modify a standard number?',
      steps: [
        {
          text: 'Choose <b>Manage</b>, then <b>Standard Number</b>. <b>Show</b> narrows the grid to one customer. Above 100,000 standard numbers, first type a text or choose a customer or an upload status.',
        },
        {
          text: 'Press <b>Add</b> and fill in customer, number, description, language and revision; <b>Tab</b> moves on. Or paste spreadsheet rows into the new row. For a new revision, select a row and press <b>New revision…</b>.',
          image: { src: standardNumbers, alt: 'The Standard Number grid with a new row' },
        },
        {
          text: 'Leaving a row saves it. Point at a red cell to read its fault. <b>Delete</b> can be undone for five seconds.',
        },
      ],
    },
    {
      question: 'How to add a document?',
      steps: [
        {
          text: 'Place the PDF in the designated shared folder, named <code>DocumentNumber_revision.pdf</code>, for example <code>AM-4410_C.pdf</code>. With several languages, the language stands between: <code>AM-4410_EN_C.pdf</code>.',
        },
        {
          text: 'Or drop PDFs on the <b>Standard Number</b> grid in <b>Manage</b>, or press <b>Upload PDFs…</b>; the library saves them in the folder. A PDF dropped on a row gets that row’s name; for other names you choose.',
          image: { src: uploads, alt: 'The console uploading PDFs, each with its progress' },
        },
        {
          text: 'The folder is scanned every 30 seconds. Until then the main page says <b>Document Not Available</b>.',
        },
      ],
    },
    {
      question: 'How to verify an upload and its name?',
      steps: [
        {
          text: 'Choose <b>Manage</b>, then <b>Standard Number</b>, and find the row of the document.',
        },
        {
          text: 'Its <b>Upload Status</b> column shows a check mark (✓) when the file name is correct and the file is uploaded, and a cross (✗) otherwise. Point at it, or reach it with the arrow keys, to read the reason.',
          image: {
            src: uploadStatus,
            alt: 'The Upload Status column: check marks, and a cross that says that a file has a wrong name',
          },
        },
        {
          text: '<b>Rename</b> beside the cross corrects a wrong name. The <b>Files</b> tab lists every file with its status.',
        },
      ],
    },
    {
      question: 'What to do if the password is forgotten?',
      steps: [
        { text: 'Submit an ICT ticket and ask for a new password.' },
        {
          text: 'Wait for the reply e-mail, then log in with the password in it.',
          image: { src: login, alt: 'The login page with its fields for username and password' },
        },
      ],
    },
    {
      question: 'Which search finds a document?',
      steps: [
        {
          text: '<b>Choose a document</b>, the form on the main page, lists the standard numbers of a customer: use it to look through what one customer has.',
        },
        {
          text: '<b>Quick open</b> in the bar, or <b>Ctrl+K</b>, looks through all customers: use it if you know a part of the number or title.',
        },
        {
          text: '<b>Search all texts</b> finds the page on which words are: use it if you know what the text says. Type the words in <b>Quick open</b> and choose <b>Search all texts</b>.',
        },
      ],
    },
    {
      question: 'Which revision is the latest, and what changed?',
      steps: [
        {
          text: 'A bar above the page marks an older revision: <b>Revision 02 was superseded by 03</b>. <b>Open 03</b> leads to the latest. The bar, and every printed sheet, also marks withdrawn and replaced standards.',
          image: {
            src: superseded,
            alt: 'A bar above the page says that the revision was superseded',
          },
        },
        {
          text: 'The results card lists all <b>Revisions</b>, newest first, and marks the <b>Latest revision</b>. The <b>Standard Number</b> list marks each revision, too.',
        },
        {
          text: '<b>What changed</b>, in the bar and beside each revision, shows two revisions side by side with all changes marked.',
        },
        {
          text: '<b>Copy link: Always the latest</b> gives a link that always opens the latest revision; <b>This revision</b> links to this one.',
        },
      ],
    },
    {
      question: 'How to write notes on a page?',
      steps: [
        {
          text: 'Open a document and choose <b>Notes</b>: <b>Highlight</b>, <b>Text</b>, <b>Draw</b>, <b>Stamp</b> or <b>Signature</b> (keys <b>H</b>, <b>T</b>, <b>D</b>, <b>S</b>, <b>G</b>; <b>Escape</b> ends). Or select text, and choose a colour or <b>Comment</b>, or press <b>H</b> to highlight, <b>U</b> to underline, <b>K</b> to strike through. The PDF itself is never changed.',
        },
        {
          text: 'Choose who sees the note, also later on its card: <b>Private</b> (violet, dashed frame), <b>Everyone</b> (blue) or one of your groups (green). Once others have commented, a note keeps its readers.',
        },
        {
          text: 'Click a note to comment on it. Only its author can move, resize, recolour or delete it. <b>Ctrl+Z</b> undoes, <b>Ctrl+Y</b> redoes, up to 128 steps. Without a mouse, <b>Tab</b> leads to <b>Place in the middle of the page</b>; then the arrow keys move the note and <b>Delete</b> removes it. To highlight, type the words.',
        },
        {
          text: 'The <b>Notes</b> tab of the side panel lists and searches all notes. <b>Save copy with notes</b> in the menu makes a PDF with those you see. Notes of an earlier revision are dashed and marked <b>from Rev. …</b> until their author chooses <b>Accept</b> or <b>Discard</b>.',
        },
        {
          text: 'Offline, this browser keeps notes and saves them later. On a phone, the lock in <b>Draw</b> decides whether a finger draws or moves the page.',
        },
        {
          text: 'A signature is a drawing, your name or a picture, with your name, account and the day. It is <b>no electronic seal</b>. On the next revision, you are asked to stamp or sign again.',
        },
      ],
    },
  ],
};

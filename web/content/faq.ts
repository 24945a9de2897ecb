import customers from './pictures/customers.png';
import login from './pictures/login.png';
import notAvailable from './pictures/not-available.png';
import standardNumbers from './pictures/standard-numbers.png';

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
        { text: 'Open the desktop application and choose <b>EGD</b>, then <b>EGD Library</b>.' },
        {
          text: 'In the <b>Customer</b> datagrid, add a row for a new customer, or change the name in its row. Only users with access can edit it.',
        },
        {
          text: 'Save. The customer is now listed under <b>Customer Name</b> on the main page.',
          image: { src: customers, alt: 'The main page with the list of customers open' },
        },
      ],
    },
    {
      question: 'How to add or modify a standard number?',
      steps: [
        { text: 'Open the desktop application and choose <b>EGD</b>, then <b>EGD Library</b>.' },
        {
          text: 'Select the customer, then add or change a row in the <b>Standard Number</b> datagrid: number, description, language and revision. Only users with access can edit it.',
        },
        {
          text: 'Save. On the main page the standard number is listed once its customer is chosen.',
          image: {
            src: standardNumbers,
            alt: 'The main page with the list of standard numbers open',
          },
        },
      ],
    },
    {
      question: 'How to add a document?',
      steps: [
        {
          text: 'Name the PDF <code>DocumentNumber_revision.pdf</code>, for example <code>AM-4410_C.pdf</code>.',
        },
        { text: 'Place it in the designated shared folder.' },
        {
          text: 'Until it is there, the main page says <b>Document Not Available</b>.',
          image: {
            src: notAvailable,
            alt: 'The main page saying that a document is not available',
          },
        },
      ],
    },
    {
      question: 'How to verify an upload and its name?',
      steps: [
        {
          text: 'Open the <b>Standard Number</b> datagrid and find the row of the document.',
        },
        {
          text: 'Its <b>Upload Status</b> column shows a check mark (✓) when the file name is correct and the file is uploaded, and a cross (✗) otherwise.',
        },
        {
          text: 'With a cross, compare the file name with number, language and revision of the row, letter by letter.',
        },
      ],
    },
    {
      question: 'What to do if the password is forgotten?',
      steps: [
        { text: 'Submit an ICT ticket and ask for a new password.' },
        {
          text: 'Wait for the reply e-mail, then log in with the password it tells you.',
          image: { src: login, alt: 'The login page with its fields for username and password' },
        },
      ],
    },
  ],
};

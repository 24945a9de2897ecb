/** The text of the About page. Written here so that it can be changed without touching a screen. */
export const about = {
  title: 'About Us',
  paragraphs: [
    'EGD Library is a platform that gives engineers and professionals access to engineering ' +
      'standards and documents. Choose a customer and a standard number, and read the right ' +
      'revision in the browser: at the desk, in the laboratory or at the machine.',
  ],
};

import DOMPurify from 'dompurify';
import { ChevronDown } from 'lucide-react';
import { type FaqItem, type FaqStep, faq } from '../content/faq.ts';
import { useHeadingFocus } from '../ui/heading-focus.ts';
import styles from './faq.module.css';
import page from './text-page.module.css';

export function Faq() {
  const heading = useHeadingFocus();
  return (
    <article className={page.page} translate="yes">
      <title>FAQ · EGD Library</title>
      <h1 ref={heading} tabIndex={-1}>
        {faq.title}
      </h1>
      <p className={page.lead}>{faq.subtitle}</p>
      <div className={styles.items}>
        {faq.items.map((item) => (
          <Item key={item.question} {...item} />
        ))}
      </div>
    </article>
  );
}

function Item({ question, steps }: FaqItem) {
  return (
    <details className={styles.item}>
      <summary>
        {question}
        <ChevronDown size="1.125rem" aria-hidden />
      </summary>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.text} {...step} />
        ))}
      </ol>
    </details>
  );
}

function Step({ text, image }: FaqStep) {
  return (
    <li>
      {/* oxlint-disable-next-line react/no-danger -- sanitised here, and only here */}
      <span dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(text) }} />
      {image && (
        <img
          src={image.src}
          alt={image.alt}
          width={960}
          height={600}
          loading="lazy"
          className={styles.picture}
        />
      )}
    </li>
  );
}

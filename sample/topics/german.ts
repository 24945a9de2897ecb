import type { Topic } from './topic.ts';

export const coatingDe: Topic = {
  title: 'Korrosionsschutz durch Überzüge',
  scope: [
    'Diese Norm legt metallische und organische Überzüge für Stahlteile fest. Sie gilt für Teile mit einer Zugfestigkeit bis {1000|1200|1400} MPa; für höherfeste Teile ist vor der Beschichtung die Zustimmung der Werkstofftechnik einzuholen.',
    'Für Teile aus nichtrostendem Stahl gilt diese Norm nicht.',
  ],
  references: [
    'ISO 9227, Salzsprühnebelprüfungen',
    'ISO 2409, Gitterschnittprüfung',
    'ISO 1463, Schichtdicke im Mikroschliff',
    'ISO 6270-2, Kondenswasserklimate',
  ],
  terms: [
    'wesentliche Fläche: Teil der Oberfläche, der für Funktion oder Aussehen maßgebend und auf der Zeichnung gekennzeichnet ist',
    'Weißrost: sichtbare Korrosionsprodukte des Zinks oder seiner Legierungen',
    'Grundmetallkorrosion: sichtbare Korrosionsprodukte des Stahls unter dem Überzug',
  ],
  chapters: [
    {
      title: 'Überzugsysteme',
      clauses: [
        {
          title: 'Auswahl',
          key: 'systems',
          text: [
            'Das System richtet sich nach Einbauort und geforderter Lebensdauer. Freigegeben sind die Systeme nach [table]. Andere Systeme dürfen erst nach einer Freigabeprüfung an {drei|fünf} Fertigungslosen verwendet werden.',
            'Handelsnamen werden in Zeichnungen nicht angegeben.',
          ],
          table: {
            caption: 'Freigegebene Überzugsysteme',
            head: 'Kurzzeichen;Überzug;Schichtdicke in µm;Weißrost nach h;Grundmetallkorrosion nach h',
            rows: [
              'ZN1;Zink, dickschichtpassiviert;{8|10} bis {15|18};{96|120};{240|288}',
              'ZN2;Zink-Nickel, passiviert und versiegelt;{8|10} bis {14|16};{168|240};{720|840}',
              'ZF1;Zinklamelle, zwei Schichten mit Deckschicht;{8|10} bis {12|14};–;{720|960}',
              'ED1;Kathodische Tauchlackierung auf Zinkphosphat;{15|18} bis {25|30};–;{480|600}',
            ],
          },
        },
        {
          title: 'Unbeschichtete Bereiche',
          text: [
            'Gewinde, Passflächen und Massepunkte bleiben frei, wenn die Zeichnung dies vorschreibt. Der Übergangsbereich von {1,5|2|3} mm wird nicht bewertet.',
          ],
        },
      ],
    },
    {
      title: 'Anforderungen',
      clauses: [
        {
          title: 'Aussehen',
          text: [
            'Der Überzug ist gleichmäßig und frei von Blasen, Rissen, Fehlstellen und Anbrennungen. Kontaktstellen außerhalb der wesentlichen Fläche sind zulässig.',
          ],
        },
        {
          title: 'Schichtdicke',
          key: 'thickness',
          text: [
            'Die Schichtdicke wird an {drei|fünf} Stellen der wesentlichen Fläche magnetinduktiv gemessen, im Zweifel im Querschliff. Jeder Einzelwert liegt im Bereich nach [systems].',
          ],
        },
        {
          title: 'Wasserstoffversprödung',
          text: [
            'Teile über {320|340|360} HV werden spätestens {zwei|vier} Stunden nach dem Beschichten und vor dem Passivieren bei {200|210} °C mindestens {8|12|24} h wärmebehandelt. Das Ofenprotokoll gehört zu den Losunterlagen.',
            '! Zinklamellenüberzüge beladen das Teil nicht mit Wasserstoff, wohl aber das Beizen davor.',
          ],
        },
      ],
    },
    {
      title: 'Prüfungen',
      clauses: [
        {
          title: 'Salzsprühnebelprüfung',
          key: 'spray',
          text: [
            'Geprüft werden mindestens {sechs|zehn} Teile in einer Kammer nach [figure]. Die wesentliche Fläche steht {15|20}° gegen die Senkrechte geneigt.',
            '- Die Temperatur in der Kammer beträgt 35 °C ± 2 °C.',
            '- Die aufgefangene Menge beträgt {1,0|1,2} bis {1,8|2,0} ml je Stunde auf 80 cm².',
            '- Beurteilt wird alle {24|48} h, ohne zu spülen.',
          ],
          figure: { draw: 'chamber', caption: 'Salzsprühkammer' },
        },
        {
          title: 'Serienüberwachung',
          text: [
            'Aussehen und Schichtdicke nach [thickness] werden an jedem Los geprüft, die Beständigkeit nach [spray] {monatlich|vierteljährlich} für jede Anlage. Eine nicht bestandene Prüfung sperrt alle Lieferungen seit der letzten bestandenen.',
          ],
        },
      ],
    },
  ],
};

export const torqueDe: Topic = {
  title: 'Anziehen von Schraubenverbindungen',
  scope: [
    'Diese Norm regelt Einteilung, Anziehen, Überwachen und Nachprüfen von Schraubenverbindungen mit metrischem Gewinde von M{4|5} bis M{24|30}. Sie gilt in der Serienmontage und in der Nacharbeit.',
  ],
  references: [
    'ISO 5393, Leistungsprüfung von Schraubwerkzeugen',
    'ISO 16047, Drehmoment-Vorspannkraft-Versuch',
    'ISO 6789-1, handbetätigte Drehmomentwerkzeuge',
  ],
  terms: [
    'Fügemoment: Drehmoment, bei dem die Teile ohne Spalt aufeinanderliegen',
    'Losbrechmoment: Drehmoment, bei dem sich eine angezogene Schraube weiterdreht',
    'Verbindungsklasse: Einteilung nach den Folgen des Lösens',
  ],
  chapters: [
    {
      title: 'Verbindungen',
      clauses: [
        {
          title: 'Verbindungsklassen',
          key: 'classes',
          text: [
            'Jede Verbindung gehört einer Klasse nach [table] an. Die Klasse steht auf der Zusammenbauzeichnung; ohne Angabe gilt Klasse {B|C}.',
          ],
          table: {
            caption: 'Verbindungsklassen',
            head: 'Klasse;Folge des Versagens;Werkzeug;Aufzeichnung',
            rows: [
              'A;Gefahr für Leib und Leben;Drehmoment und Drehwinkel gemessen;jede Verbindung, {15|20} Jahre',
              'B;Liegenbleiben;eine Größe gemessen, eine überwacht;jede Verbindung, {2|5} Jahre',
              'C;Verärgerung;Abschaltschrauber;keine',
            ],
          },
        },
        {
          title: 'Anziehdrehmomente',
          key: 'torques',
          text: [
            'Die Werte nach [table] gelten für beschichtete Stahlschrauben mit Reibungszahlen von {0,09 bis 0,14|0,10 bis 0,15}. Bei anderer Reibung wird das Drehmoment am Bauteil ermittelt.',
          ],
          table: {
            caption: 'Anziehdrehmomente in Nm',
            head: 'Gewinde;8.8;10.9;Streuung in %',
            rows: [
              'M6;{9|10};{13|14};± {8|10}',
              'M8;{22|24};{33|35};± {8|10}',
              'M10;{45|48};{65|70};± {6|8}',
              'M12;{78|83};{115|120};± {6|8}',
              'M16;{195|200};{280|295};± {6|8}',
            ],
          },
        },
      ],
    },
    {
      title: 'Anziehen',
      clauses: [
        {
          title: 'Ablauf',
          key: 'course',
          text: [
            'Schrauben werden {zwei|drei} Umdrehungen von Hand angesetzt und in mindestens zwei Stufen nach [figure] angezogen. Die letzte Stufe läuft mit höchstens {20|25|30} Umdrehungen je Minute.',
          ],
          figure: { draw: 'torque-angle', caption: 'Drehmoment über Drehwinkel mit Fenster' },
        },
        {
          title: 'Nacharbeit',
          key: 'rework',
          text: [
            'Eine Schraube außerhalb des Fensters wird gelöst und verschrottet. Dieselbe Verbindung wird höchstens {einmal|zweimal} nachgearbeitet; es gelten die Werte nach [torques].',
          ],
        },
      ],
    },
    {
      title: 'Überwachung',
      clauses: [
        {
          title: 'Werkzeuge',
          text: [
            'Werkzeuge werden nach {100 000|250 000} Verschraubungen, spätestens nach {3|6} Monaten, am Prüfstand geprüft. Zulässig sind {3|5} % Abweichung in Klasse A und {6|8} % sonst.',
          ],
        },
        {
          title: 'Nachprüfmoment',
          key: 'residual',
          text: [
            'Das Weiterdrehmoment wird innerhalb von {10|15|30} min geprüft, je Schicht an {fünf|acht} Verbindungen. Liegt der Mittelwert unter {80|85} % des Sollwerts, wird die Ursache nach [course] untersucht.',
          ],
        },
      ],
    },
  ],
};

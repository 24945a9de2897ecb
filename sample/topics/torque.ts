import type { Topic } from './topic.ts';

export const torque: Topic = {
  title: 'Tightening of bolted joints',
  scope: [
    'This standard states how bolted joints are classed, tightened, supervised and tested after assembly. It applies to joints with metric threads in {vehicles and their units|machines and their units|structures and equipment}, on the line as well as in rework.',
  ],
  references: [
    'ISO 5393, performance of tightening tools',
    'ISO 16047, torque and clamp force testing',
    'ISO 6789-1, hand torque tools',
    'ISO 898-1, mechanical properties of fasteners',
  ],
  terms: [
    'snug torque: torque at which the parts touch without gap',
    'breakaway torque: torque at which a tightened screw begins to turn on',
    'joint class: class by what follows from the loosening of the joint',
  ],
  chapters: [
    {
      title: 'Joints',
      clauses: [
        {
          title: 'Joint classes',
          key: 'classes',
          text: [
            'Every joint is in a class of [table]. The class is on the assembly drawing; a joint without a class is in class {B|C}.',
          ],
          table: {
            caption: 'Joint classes',
            head: 'Class;Failure leads to;Tool;Recording;Capability',
            rows: [
              'A;danger to life;two values measured, torque and angle;every joint, {15|20} years;{1.67|2.0}',
              'B;standstill;one value measured, one watched;every joint, {2|5} years;{1.33|1.67}',
              'C;annoyance;shut-off tool;none;{1.0|1.33}',
            ],
          },
        },
        {
          title: 'Design of the joint',
          text: [
            'The clamped length is at least {three|four|five} times the thread diameter in classes A and B. Paint between clamped faces is at most {40|60|80} µm in sum. Soft parts and sealing compound are not clamped in class A.',
          ],
        },
        {
          title: 'Torques',
          key: 'torques',
          text: [
            'Torques of [table] hold for coated steel screws with friction {0.09 to 0.14|0.10 to 0.15}. For other friction the torque is found by test on the joint itself.',
          ],
          table: {
            caption: 'Tightening torques in Nm',
            head: 'Thread;Class 8.8;Class 10.9;Snug and angle, 10.9;Scatter in %',
            rows: [
              'M5;{5.5|6};{8|8.5};{3|4} + {60|90}°;± {8|10}',
              'M6;{9|10};{13|14};{5|6} + {60|90}°;± {8|10}',
              'M8;{22|24};{33|35};{12|15} + {60|90}°;± {8|10}',
              'M10;{45|48};{65|70};{25|30} + 90°;± {6|8}',
              'M12;{78|83};{115|120};{40|50} + 90°;± {6|8}',
              'M14;{125|130};{180|190};{60|80} + {90|120}°;± {6|8}',
              'M16;{195|200};{280|295};{100|120} + {90|120}°;± {6|8}',
            ],
          },
        },
      ],
    },
    {
      title: 'Tightening',
      clauses: [
        {
          title: 'Course',
          key: 'course',
          text: [
            'Screws are turned on by hand or at low speed for {two|three} turns, run down at up to {400|600} turns per minute and tightened in at least two steps, as in [figure]. The last step runs at {20|25|30} turns per minute or less.',
          ],
          figure: { draw: 'torque-angle', caption: 'Torque against angle, with window' },
        },
        {
          title: 'Order',
          text: [
            'Joints of several screws are tightened crosswise or from the middle outward, all of them to snug torque first. The order is shown at the station by numbers.',
          ],
        },
        {
          title: 'Rework',
          text: [
            'A screw outside the window is undone and thrown away. In class A the mating thread is checked by gauge. A joint is reworked {once|twice} at most, by trained persons, to the values of [torques].',
          ],
        },
      ],
    },
    {
      title: 'Supervision',
      clauses: [
        {
          title: 'Tools',
          text: [
            'Tools are tested on a joint simulator, hard and soft, every {100 000|250 000} tightenings or {3|6} months. The deviation from the set value is at most {3|5} % in class A and {6|8} % otherwise.',
          ],
        },
        {
          title: 'Residual torque',
          key: 'residual',
          text: [
            'Residual torque is tested within {10|15|30} min after assembly by turning on. From each station {five|eight} joints are tested a shift. A mean below {80|85} % of the set torque starts an inquiry.',
          ],
        },
        {
          title: 'Loss of clamp force',
          text: [
            'New joints of class A show a loss of at most {8|10|12} % after {24|48} h and of {15|20} % after the endurance test. Clamp force is measured by ultrasound on {ten|fifteen} joints, tightened as in [course].',
          ],
        },
      ],
    },
  ],
};

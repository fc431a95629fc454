import { wordDocument, workbook, zipOf } from './sample-documents.ts';

export interface SampleFile {
  name: string;
  /** The folder's name, or null for the top. */
  folder: string | null;
  content: Buffer;
}

const text = (lines: string[]): Buffer => Buffer.from(lines.join('\n'), 'utf8');

/** A few real files of the kinds that can be previewed in the browser. */
export async function sampleFiles(english: boolean): Promise<SampleFile[]> {
  const zh = !english;
  const { default: sharp } = await import('sharp'); // a real server never draws itself
  const picture = async (hue: string, accent: string): Promise<Buffer> =>
    sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#f3e3c6"/><stop offset="1" stop-color="${hue}"/></linearGradient></defs>
      <rect width="1600" height="1000" fill="url(#g)"/><circle cx="1180" cy="300" r="110" fill="#fff" opacity=".8"/>
      <path d="M0 760 L420 380 L760 700 L1060 440 L1600 820 V1000 H0Z" fill="${accent}" opacity=".75"/><path d="M0 880 L520 600 L900 860 L1280 640 L1600 900 V1000 H0Z" fill="${accent}"/></svg>`),
    )
      .png()
      .toBuffer();
  return [
    {
      folder: null,
      name: zh ? '会议纪要 10-28.md' : 'Meeting notes 10-28.md',
      content: text(
        zh
          ? [
              '# 会议纪要 10 月 28 日',
              '',
              '- 参加：林若溪、沈嘉禾、陈思远',
              '- 发布会主视觉定稿，周五前交付印刷文件',
              '- 官网首屏改版排入 11 月第二周',
              '- 下次会议：11 月 4 日 10:00',
            ]
          : [
              '# Meeting notes, 28 October',
              '',
              '- Present: Emma, John',
              '- Key visual is final, print files due Friday',
              '- New landing page: second week of November',
              '- Next meeting: 4 November, 10:00',
            ],
      ),
    },
    {
      folder: null,
      name: 'deploy-config.prod.yaml',
      content: text([
        'service: gateway',
        'replicas: 3',
        'resources:',
        '  cpu: 2',
        '  memory: 4Gi',
        'health:',
        '  path: /healthz',
        '  intervalSeconds: 10',
      ]),
    },
    { folder: null, name: zh ? '发布会主视觉_晨雾.png' : 'Key visual, morning mist.png', content: await picture('#9fc4c4', '#2f6f73') },
    {
      folder: null,
      name: zh ? '2026 年度预算.csv' : 'Budget 2026.csv',
      content: text(
        zh
          ? ['部门,第一季度,第二季度,第三季度,第四季度', '研发中心,320,340,360,380', '市场部,180,220,160,240', '人力资源部,60,60,65,65']
          : ['Department,Q1,Q2,Q3,Q4', 'Engineering,320,340,360,380', 'Marketing,180,220,160,240', 'People,60,60,65,65'],
      ),
    },
    {
      folder: zh ? '产品发布会物料' : 'Launch event',
      name: zh ? '主题海报_A2.png' : 'Poster A2.png',
      content: await picture('#e5b98f', '#a65a3a'),
    },
    {
      folder: zh ? '产品发布会物料' : 'Launch event',
      name: zh ? '流程安排.txt' : 'Run of show.txt',
      content: text(
        zh
          ? ['09:30 签到', '10:00 开场', '10:15 产品演示', '11:00 客户分享', '11:40 问答']
          : ['09:30 Doors', '10:00 Opening', '10:15 Product demo', '11:00 Customer story', '11:40 Q&A'],
      ),
    },
    {
      folder: zh ? '产品发布会物料' : 'Launch event',
      name: zh ? '供应商合作协议.docx' : 'Supplier agreement.docx',
      content: zh
        ? await wordDocument('供应商合作协议', [
            '甲方：晨雾科技有限公司　　乙方：青禾印务有限公司',
            '一、乙方按甲方提供的文件印制发布会物料，10 月 30 日前送达会场。',
            '二、甲方在验收合格后 15 个工作日内付清全部款项，共计人民币 86,400 元。',
            '三、双方对合作中知悉的商业信息负有保密义务。',
          ])
        : await wordDocument('Supplier agreement', [
            'Between Morning Mist Ltd. and Greenfield Print.',
            '1. The supplier prints the launch materials from the files provided and delivers them by 30 October.',
            '2. The customer pays 86,400 within 15 working days of acceptance.',
            '3. Both sides keep what they learn of each other confidential.',
          ]),
    },
    {
      folder: zh ? '产品发布会物料' : 'Launch event',
      name: zh ? '素材包.zip' : 'Assets.zip',
      content: await zipOf({
        [zh ? '图片/晨雾.png' : 'Pictures/Mist.png']: await picture('#9fc4c4', '#2f6f73'),
        [zh ? '图片/夕照.png' : 'Pictures/Sunset.png']: await picture('#e5b98f', '#a65a3a'),
        [zh ? '说明.txt' : 'Read me.txt']: text([zh ? '印刷请使用 300 dpi 版本。' : 'Use the 300 dpi versions for print.']),
      }),
    },
    {
      folder: zh ? '季度复盘' : 'Quarterly reviews',
      name: zh ? '第三季度数据.xlsx' : 'Q3 figures.xlsx',
      content: await workbook(
        zh ? '第三季度' : 'Q3',
        zh
          ? [
              ['部门', '七月', '八月', '九月'],
              ['研发中心', 112, 118, 130],
              ['市场部', 54, 49, 57],
              ['人力资源部', 21, 22, 22],
            ]
          : [
              ['Department', 'July', 'August', 'September'],
              ['Engineering', 112, 118, 130],
              ['Marketing', 54, 49, 57],
              ['People', 21, 22, 22],
            ],
      ),
    },
    {
      folder: zh ? '季度复盘' : 'Quarterly reviews',
      name: zh ? '第三季度复盘.md' : 'Q3 review.md',
      content: text(
        zh ? ['# 第三季度复盘', '', '收入同比增长 18%，新增客户 42 家。'] : ['# Q3 review', '', 'Revenue up 18 %, 42 new customers.'],
      ),
    },
  ];
}

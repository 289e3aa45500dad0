import type { StepResult } from '../../schemas/types/grade-report.schema.d.ts';
import type { Language } from '../messages/text.ts';

/** Who makes a moment in the life of a probe happen. */
export type Actor = 'grader' | 'controller' | 'cluster';

/** What the page says besides the sentences that every report has. */
export interface PageWords {
  /** The language tag of the page. */
  tag: string;
  title: string;
  skipToSteps: string;
  overview: string;
  steps: string;
  stepHeading: (step: number) => string;
  status: Record<StepResult['status'], string>;
  show: string;
  all: string;
  failed: string;
  notJudged: string;
  expandAll: string;
  collapseAll: string;
  passedChecks: (count: number) => string;
  times: (count: number) => string;
  couldNotBeJudged: string;
  costsNothing: string;
  partNotJudged: string;
  evidence: string;
  readMore: string;
  reactionsIntro: string;
  picture: (probes: number) => string;
  by: Record<Actor, string>;
  asTable: string;
  columns: { cause: string; at: string; effect: string; after: string };
  environment: string;
  machine: string;
  clusterVersion: string;
  clusterUid: string;
  noCluster: string;
  folder: string;
  unit: string;
  grader: string;
  rubric: string;
  startedAt: string;
  verdictAfter: string;
  duration: string;
  cleanUp: string;
  removed: string;
  nothingLeft: string;
  leftOverNotice: (count: number) => string;
}

export const pageWords: Record<Language, PageWords> = {
  en: {
    tag: 'en',
    title: 'TeamSpace controller lab',
    skipToSteps: 'Skip to the steps',
    overview: 'Overview of the steps',
    steps: 'Steps',
    stepHeading: (step) => `Step ${step}`,
    status: { passed: 'passed', failed: 'failed', skipped: 'skipped', error: 'not judged' },
    show: 'Show',
    all: 'All',
    failed: 'Failed',
    notJudged: 'Not judged',
    expandAll: 'Expand all',
    collapseAll: 'Collapse all',
    passedChecks: (count) => (count === 1 ? '1 check passed' : `${count} checks passed`),
    times: (count) => `${count} times`,
    couldNotBeJudged: 'This step could not be judged.',
    costsNothing: 'It costs nothing.',
    partNotJudged: 'A part of this step could not be judged.',
    evidence: 'Evidence',
    readMore: 'Read more in the documentation',
    reactionsIntro:
      'The grader made TeamSpaces of its own and watched your controller. Times beside a mark count from its cause; the axis counts from the start of the grade.',
    picture: (probes) =>
      probes === 1
        ? 'The life of 1 probe on a time axis. The table below says the same.'
        : `The lives of ${probes} probes on a time axis. The table below says the same.`,
    by: {
      grader: 'done by the grader',
      controller: 'done by your controller',
      cluster: 'done by the cluster',
    },
    asTable: 'The same as a table',
    columns: { cause: 'Cause', at: 'At', effect: 'Effect', after: 'After' },
    environment: 'Environment',
    machine: 'Machine',
    clusterVersion: 'Cluster version',
    clusterUid: 'Cluster (uid of kube-system)',
    noCluster: 'not reached, or not needed',
    folder: 'Lab folder',
    unit: 'Unit',
    grader: 'Grader version',
    rubric: 'Rubric digest',
    startedAt: 'Started',
    verdictAfter: 'Verdict after',
    duration: 'Whole duration',
    cleanUp: 'Clean-up',
    removed: 'Made by the grader, and removed',
    nothingLeft: 'Nothing was left behind.',
    leftOverNotice: (count) =>
      count === 1
        ? 'One thing that the grader made could not be removed.'
        : `${count} things that the grader made could not be removed.`,
  },
  ko: {
    tag: 'ko',
    title: 'TeamSpace 컨트롤러 실습',
    skipToSteps: '단계별 결과로 바로가기',
    overview: '단계 한눈에 보기',
    steps: '단계별 결과',
    stepHeading: (step) => `${step}단계`,
    status: { passed: '통과', failed: '실패', skipped: '건너뜀', error: '판정 못 함' },
    show: '보기',
    all: '전체',
    failed: '실패',
    notJudged: '판정 못 함',
    expandAll: '모두 펼치기',
    collapseAll: '모두 접기',
    passedChecks: (count) => `통과한 항목 ${count}개`,
    times: (count) => `${count}회`,
    couldNotBeJudged: '이 단계는 판정하지 못했습니다.',
    costsNothing: '점수에는 영향이 없습니다.',
    partNotJudged: '이 단계의 일부를 판정하지 못했습니다.',
    evidence: '근거 자료',
    readMore: '문서에서 더 알아보기',
    reactionsIntro:
      '채점기가 시험용 TeamSpace를 직접 만들어 컨트롤러의 반응을 지켜보았습니다. 표시 옆의 시간은 원인이 생긴 때부터, 축의 시간은 채점을 시작한 때부터 잰 것입니다.',
    picture: (probes) =>
      `시험용 TeamSpace ${probes}개의 흐름을 시간축에 나타낸 그림입니다. 아래 표에 같은 내용이 있습니다.`,
    by: { grader: '채점기가 한 일', controller: '컨트롤러가 한 일', cluster: '클러스터가 한 일' },
    asTable: '같은 내용을 표로 보기',
    columns: { cause: '원인', at: '시점', effect: '결과', after: '걸린 시간' },
    environment: '채점 환경',
    machine: '머신',
    clusterVersion: '클러스터 버전',
    clusterUid: '클러스터(kube-system의 uid)',
    noCluster: '연결하지 못했거나 필요하지 않았음',
    folder: '실습 폴더',
    unit: '유닛',
    grader: '채점기 버전',
    rubric: '채점 기준 다이제스트',
    startedAt: '시작 시각',
    verdictAfter: '판정까지 걸린 시간',
    duration: '전체 소요 시간',
    cleanUp: '정리',
    removed: '채점기가 만들었다가 지운 것',
    nothingLeft: '남은 것이 없습니다.',
    leftOverNotice: (count) => `채점기가 만든 것 중 ${count}개를 지우지 못했습니다.`,
  },
  zh: {
    tag: 'zh-Hans',
    title: 'TeamSpace 控制器实验',
    skipToSteps: '跳到各步骤的结果',
    overview: '步骤一览',
    steps: '各步骤的结果',
    stepHeading: (step) => `第 ${step} 步`,
    status: { passed: '通过', failed: '未通过', skipped: '已跳过', error: '无法判定' },
    show: '显示',
    all: '全部',
    failed: '未通过',
    notJudged: '未判定',
    expandAll: '全部展开',
    collapseAll: '全部收起',
    passedChecks: (count) => `${count} 项检查通过`,
    times: (count) => `${count} 次`,
    couldNotBeJudged: '这一步无法判定。',
    costsNothing: '不影响得分。',
    partNotJudged: '这一步有一部分无法判定。',
    evidence: '判定依据',
    readMore: '查阅相关文档',
    reactionsIntro:
      '评分器自己创建了几个探测用的 TeamSpace，并观察控制器的反应。标记旁的时间从其起因算起，坐标轴上的时间从评分开始算起。',
    picture: (probes) => `${probes} 个探测用 TeamSpace 在时间轴上的全过程。下面的表格内容相同。`,
    by: { grader: '评分器所做', controller: '控制器所做', cluster: '集群所做' },
    asTable: '以表格查看同样的内容',
    columns: { cause: '起因', at: '时刻', effect: '结果', after: '用时' },
    environment: '评分环境',
    machine: '机器',
    clusterVersion: '集群版本',
    clusterUid: '集群（kube-system 的 uid）',
    noCluster: '未能连接，或不需要连接',
    folder: '实验目录',
    unit: '单元',
    grader: '评分器版本',
    rubric: '评分标准摘要',
    startedAt: '开始时间',
    verdictAfter: '得出结论用时',
    duration: '总用时',
    cleanUp: '清理',
    removed: '评分器创建、现已删除的内容',
    nothingLeft: '没有留下任何东西。',
    leftOverNotice: (count) => `评分器创建的内容中有 ${count} 项未能删除。`,
  },
};

import type { Result, ResultStep } from '../../schemas/types/class.schema.d.ts';
import type { Language } from '../messages/text.ts';

type Status = Result['status'];

/** What is said of a class. */
export interface ClassWords {
  title: string;
  skipToLearners: string;
  status: Record<Status, string>;
  /** How many there are of a status. */
  counted: (count: number, status: Status) => string;
  step: Record<ResultStep['status'], string>;
  stepHeading: (step: number) => string;
  points: (earned: number, possible: number) => string;
  /** Of those who have a report. */
  median: (points: number, possible: number) => string;
  notPassed: (steps: readonly number[]) => string;
  columns: { id: string; name: string; status: string; points: string; cause: string };
  learners: string;
  search: string;
  all: string;
  /** `count` may be a placeholder. */
  shown: (count: number | string, of: number) => string;
  sortBy: (column: string) => string;
  report: (id: string) => string;
  mostMissed: string;
  missedBy: (count: number) => string;
  lookAtThese: string;
  copiesProve: string;
  sameCluster: string;
  sameUid: string;
  live: string;
  sameScript: string;
  andMore: (count: number) => string;
  missingShards: (indexes: readonly number[], of: number) => string;
  done: (count: number, of: number) => string;
  left: (seconds: number) => string;
  regraded: {
    nothing: string;
    changed: (count: number) => string;
    asBefore: (count: number) => string;
    leftAlone: (count: number) => string;
    noReport: string;
    step: (step: number, before: string, after: string) => string;
    none: string;
    otherDetails: string;
    passMark: Record<'passed' | 'failed', string>;
  };
  finishedAt: string;
  grader: string;
  nobody: string;
}

export const classWords: Record<Language, ClassWords> = {
  en: {
    title: 'Class: TeamSpace controller lab',
    skipToLearners: 'Skip to the learners',
    status: { passed: 'passed', failed: 'failed', error: 'error', pending: 'pending' },
    counted: (count, status) => `${count} ${status}`,
    step: { passed: 'passed', failed: 'failed', skipped: 'skipped', error: 'not judged' },
    stepHeading: (step) => `Step ${step}`,
    points: (earned, possible) => `${earned} of ${possible}`,
    median: (points, possible) => `median ${points} of ${possible} points`,
    notPassed: (steps) => `${steps.length === 1 ? 'step' : 'steps'} ${steps.join(' ')} not passed`,
    columns: { id: 'Id', name: 'Name', status: 'Status', points: 'Points', cause: 'Cause' },
    learners: 'Learners',
    search: 'Id, name or cause',
    all: 'All',
    shown: (count, of) => `${count} of ${of} learners`,
    sortBy: (column) => `Sort by ${column}`,
    report: (id) => `Report of ${id}`,
    mostMissed: 'Most missed',
    missedBy: (count) => (count === 1 ? '1 learner' : `${count} learners`),
    lookAtThese: 'Look at these',
    copiesProve:
      'The API server gives every object a uid of its own: an equal one means that files were copied or a machine was cloned. Nobody loses a point by it.',
    sameCluster: 'one and the same cluster',
    sameUid: 'the same uid',
    live: 'live',
    sameScript: 'the same reconcile.sh (only a hint)',
    andMore: (count) => `and ${count} more`,
    missingShards: (indexes, of) => `Not here yet: shard ${indexes.join(', ')} of ${of}.`,
    done: (count, of) => `${count} of ${of} done`,
    left: (s) => (s < 90 ? `about ${s} s left` : `about ${Math.round(s / 60)} min left`),
    regraded: {
      nothing: 'nothing changed',
      changed: (count) => `${count} changed`,
      asBefore: (count) => `${count} as before`,
      leftAlone: (count) => `${count} left alone`,
      noReport: 'no report',
      step: (step, before, after) => `step ${step} ${before} → ${after}`,
      none: 'none',
      otherDetails: 'as before, other details',
      passMark: { passed: '(passed)', failed: '(not passed)' },
    },
    finishedAt: 'Finished',
    grader: 'Grader',
    nobody: 'Nobody has a report yet.',
  },
  ko: {
    title: '반: TeamSpace 컨트롤러 실습',
    skipToLearners: '학습자 목록으로 가기',
    status: { passed: '통과', failed: '실패', error: '오류', pending: '대기' },
    counted: (count, status) => `${classWords.ko.status[status]} ${count}명`,
    step: { passed: '통과', failed: '실패', skipped: '건너뜀', error: '판정 못 함' },
    stepHeading: (step) => `${step}단계`,
    points: (earned, possible) => `${possible}점 중 ${earned}점`,
    median: (points, possible) => `중앙값 ${possible}점 중 ${points}점`,
    notPassed: (steps) => `통과 못 한 단계 ${steps.join(' ')}`,
    columns: { id: 'ID', name: '이름', status: '상태', points: '점수', cause: '원인' },
    learners: '학습자',
    search: 'ID, 이름, 원인',
    all: '모두',
    shown: (count, of) => `학습자 ${of}명 중 ${count}명`,
    sortBy: (column) => `${column} 기준으로 정렬`,
    report: (id) => `${id} 보고서`,
    mostMissed: '가장 많이 놓친 항목',
    missedBy: (count) => `${count}명`,
    lookAtThese: '확인해 볼 것',
    copiesProve:
      'API 서버는 오브젝트마다 다른 uid 를 줍니다. 같은 uid 가 있으면 파일을 복사했거나 머신을 복제한 것입니다. 이것으로 점수를 깎지는 않습니다.',
    sameCluster: '같은 클러스터',
    sameUid: '같은 uid',
    live: '실제 오브젝트',
    sameScript: '같은 reconcile.sh (참고용)',
    andMore: (count) => `그 밖에 ${count}건`,
    missingShards: (indexes, of) => `아직 없는 샤드: ${indexes.join(', ')} (전체 ${of}개).`,
    done: (count, of) => `${of}명 중 ${count}명 끝남`,
    left: (s) => (s < 90 ? `약 ${s}초 남음` : `약 ${Math.round(s / 60)}분 남음`),
    regraded: {
      nothing: '바뀐 것 없음',
      changed: (count) => `${count}명 바뀜`,
      asBefore: (count) => `${count}명 그대로`,
      leftAlone: (count) => `${count}명 손대지 않음`,
      noReport: '보고서 없음',
      step: (step, before, after) => `${step}단계 ${before} → ${after}`,
      none: '없음',
      otherDetails: '그대로, 세부 내용만 다름',
      passMark: { passed: '(합격)', failed: '(불합격)' },
    },
    finishedAt: '끝난 시각',
    grader: '채점기',
    nobody: '아직 보고서가 없습니다.',
  },
  zh: {
    title: '班级：TeamSpace 控制器实验',
    skipToLearners: '跳到学员列表',
    status: { passed: '通过', failed: '失败', error: '错误', pending: '等待' },
    counted: (count, status) => `${classWords.zh.status[status]} ${count} 人`,
    step: { passed: '通过', failed: '失败', skipped: '跳过', error: '未判定' },
    stepHeading: (step) => `第 ${step} 步`,
    points: (earned, possible) => `${earned} 分，满分 ${possible} 分`,
    median: (points, possible) => `中位数 ${points} 分，满分 ${possible} 分`,
    notPassed: (steps) => `未通过的步骤 ${steps.join(' ')}`,
    columns: { id: 'ID', name: '姓名', status: '状态', points: '分数', cause: '原因' },
    learners: '学员',
    search: 'ID、姓名或原因',
    all: '全部',
    shown: (count, of) => `${of} 名学员中的 ${count} 名`,
    sortBy: (column) => `按${column}排序`,
    report: (id) => `${id} 的报告`,
    mostMissed: '最常出错的项目',
    missedBy: (count) => `${count} 人`,
    lookAtThese: '请看这些',
    copiesProve:
      'API 服务器给每个对象一个独有的 uid：uid 相同说明文件是复制的，或者机器是克隆的。这不会扣任何人的分。',
    sameCluster: '同一个集群',
    sameUid: '相同的 uid',
    live: '实际对象',
    sameScript: '相同的 reconcile.sh（仅供参考）',
    andMore: (count) => `还有 ${count} 处`,
    missingShards: (indexes, of) => `还缺分片 ${indexes.join('、')}（共 ${of} 个）。`,
    done: (count, of) => `${of} 人中已完成 ${count} 人`,
    left: (s) => (s < 90 ? `约剩 ${s} 秒` : `约剩 ${Math.round(s / 60)} 分钟`),
    regraded: {
      nothing: '没有变化',
      changed: (count) => `${count} 人有变化`,
      asBefore: (count) => `${count} 人不变`,
      leftAlone: (count) => `${count} 人未动`,
      noReport: '没有报告',
      step: (step, before, after) => `第 ${step} 步 ${before} → ${after}`,
      none: '无',
      otherDetails: '不变，仅细节不同',
      passMark: { passed: '（及格）', failed: '（不及格）' },
    },
    finishedAt: '结束时间',
    grader: '评分器',
    nobody: '还没有报告。',
  },
};
